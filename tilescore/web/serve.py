"""`tilescore serve`: a socket, an address, a QR code, and a clean end."""

import uvicorn

from tilescore.settings import TableSettings
from tilescore.web.app import create_app


def serve(host: str, port: int, table: TableSettings) -> None:
    """Serves until Ctrl-C."""
    print(f"http://{host}:{port}/")
    uvicorn.run(create_app(table), host=host, port=port, log_level="warning", http="h11", ws="none")
