"""Training in miniature: targets, losses, stopping and going on, export."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest
import typer

from tests.models import need_torch

need_torch()

import onnx  # noqa: E402
import torch  # noqa: E402
from onnx import numpy_helper  # noqa: E402

from models.classifier_data import ClassifierExamples, Patch, Source, any_way_up, beside, each_season, view  # noqa: E402
from models.detector_data import DetectorExamples, Labelled, augmented  # noqa: E402
from models.detector_loss import detector_loss, focal_loss  # noqa: E402
from models.export import compressed, exported, runs  # noqa: E402
from models.export import main as export  # noqa: E402
from models.figures import Name, load_card, save_network  # noqa: E402
from models.nets import Classifier, Detector, Referees  # noqa: E402
from models.quantise import examples, quantised  # noqa: E402
from models.shipped import drawn_back, start_from_shipped  # noqa: E402
from models.train_classifier import classifier_loss  # noqa: E402
from models.train_referees import referees_loss  # noqa: E402
from models.training import Batch, CheckpointError, Loss, Plan, averaged, train  # noqa: E402
from scoring.tiles import Tile  # noqa: E402
from vision.corners.peaks import STRIDE, corners_from_code  # noqa: E402


def labelled(*, exact: bool) -> Labelled:
    """A light tile on a dark table."""
    image = np.full((240, 320, 3), 40, np.uint8)
    quad = np.array([[140, 100], [180, 100], [180, 152], [140, 152]], np.float32)
    cv2.fillConvexPoly(image, quad.astype(np.int32), (230, 240, 240))
    _, data = cv2.imencode(".png", image)
    return Labelled(data.tobytes(), quad[None], np.array([exact]), np.ones(1, np.float32), complete=True)


def batches_of(examples: Iterator[dict[str, Any]], size: int) -> Iterator[Batch]:
    while True:
        some = [next(examples) for _ in range(size)]
        yield {name: torch.from_numpy(np.stack([one[name] for one in some])) for name in some[0]}


@pytest.mark.parametrize("seed", range(6))
def test_targets_lie_on_the_tile_that_the_picture_shows(seed: int) -> None:
    example = augmented(labelled(exact=True), np.random.default_rng(seed))
    for tile in example.tiles[example.tiles[:, 0] > 0]:
        centre = np.array([tile[2] + 0.5 + tile[3], tile[1] + 0.5 + tile[4]])
        corners = (corners_from_code(tile[None, 6:])[0] + centre) * STRIDE
        inside = np.zeros(example.image.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, corners.astype(np.int32), 1)
        grey = example.image.mean(axis=2)
        assert grey[inside == 1].mean() > grey[cv2.dilate(inside, np.ones((31, 31), np.uint8)) == 0].mean()
        assert example.heat[int(tile[1]), int(tile[2])] == 1


def perfect_answer(example_tiles: npt.NDArray[np.float32], shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    answer = np.zeros((1, 8, *shape), np.float32)
    answer[0, 0] = -12
    for tile in example_tiles[example_tiles[:, 0] > 0]:
        row, column = int(tile[1]), int(tile[2])
        answer[0, 0, row, column] = 12
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                answer[0, 1:3, row + down, column + right] = tile[3:5] - [right, down]
                answer[0, 3:, row + down, column + right] = tile[6:]
    return answer


@pytest.mark.parametrize("exact", [True, False])
def test_a_perfect_answer_costs_nothing_but_its_bells(exact: bool) -> None:
    example = augmented(labelled(exact=exact), np.random.default_rng(2))
    assert example.tiles[0, 0] == 1
    answer = torch.from_numpy(perfect_answer(example.tiles, example.heat.shape))
    batch = {
        "image": answer,
        "heat": torch.from_numpy(example.heat[None]),
        "care": torch.from_numpy(example.care[None]),
        "tiles": torch.from_numpy(example.tiles[None]),
        "frames": torch.from_numpy(example.frames[None]),
    }
    loss = detector_loss(torch.nn.Identity(), batch)
    assert loss["heat"] < 1e-3
    assert loss["centre"] < 1e-4
    assert loss["corners"] < 1e-3
    assert loss["touch"] < 0.01


def test_focal_loss_ignores_what_is_not_known() -> None:
    logits, target = torch.full((1, 4, 4), 5.0), torch.zeros((1, 4, 4))
    assert focal_loss(logits, target, torch.zeros((1, 4, 4))) == 0
    assert focal_loss(logits, target, torch.ones((1, 4, 4))) > 1


def test_the_detector_learns_goes_on_where_it_stopped_and_is_exported(tmp_path: Path) -> None:
    torch.manual_seed(0)
    examples = iter(DetectorExamples([(1.0, [labelled(exact=True)])], seed=1))
    batches = repeat(next(batches_of(examples, 2)))
    losses: list[float] = []

    def loss(network: torch.nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
        parts = detector_loss(network, batch)
        losses.append(sum(float(part.detach()) for part in parts.values()))
        return parts

    train(Detector(), batches, loss, Plan(4, 2e-3, warmup=2, save_every=4), tmp_path)
    train(Detector(), batches, loss, Plan(8, 2e-3, warmup=2, save_every=4), tmp_path)
    assert len(losses) == 8, "the second run goes on from step 4"
    assert np.mean(losses[-3:]) < np.mean(losses[:2])

    data = compressed(exported("detector", tmp_path))
    picture = np.random.default_rng(0).integers(0, 256, (1, 96, 160, 3), dtype=np.uint8)
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    (cells,) = session.run(None, {"images": picture})
    with torch.no_grad():
        expected = averaged(Detector(), tmp_path)(torch.from_numpy(picture)).numpy()
    assert cells.shape == (1, 8, 24, 40)
    np.testing.assert_allclose(cells, expected, atol=0.05 * np.abs(expected).max())


@pytest.mark.parametrize("kept", [b"", b"words", None], ids=["empty", "no checkpoint", "of another network"])
def test_a_checkpoint_that_cannot_be_used_is_refused_by_name(tmp_path: Path, kept: bytes | None) -> None:
    file = tmp_path / "checkpoint.pt"
    if kept is None:
        torch.save({"average": torch.nn.Linear(2, 2).state_dict()}, file)
    else:
        file.write_bytes(kept)
    with pytest.raises(CheckpointError, match=r"checkpoint\.pt is damaged or of another network$"):
        averaged(Classifier(), tmp_path)


def test_the_log_shows_the_mean_over_the_steps_since_it_went_on(tmp_path: Path) -> None:
    """A training that ended between two lines is prolonged."""

    def loss(network: torch.nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
        return {"loss": network(batch["image"]).sum() * 0 + 3.0}

    for steps in (45, 100):
        train(
            torch.nn.Conv2d(1, 1, 1),
            repeat({"image": torch.ones(1, 1, 2, 2)}),
            loss,
            Plan(steps, 1e-3),
            tmp_path,
        )
    lines = (tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in lines] == ["50", "100"]
    assert all(line.endswith("loss 3.0000") for line in lines)


def test_what_was_said_of_other_weights_is_not_said_of_new_ones(tmp_path: Path) -> None:
    torch.save({"average": Classifier().state_dict()}, tmp_path / "checkpoint.pt")
    card = tmp_path / "classifier.json"
    old = {
        "sha256": "0" * 64,
        "temperature": 1.4,
        "calibration_error": {"tiles": 9},
        "trained_by": ["somebody"],
    }
    card.write_text(json.dumps(old), encoding="utf-8")
    with pytest.raises(typer.BadParameter, match="what trained these weights"):
        export("classifier", tmp_path, out=tmp_path, floats=True)
    assert json.loads(card.read_text(encoding="utf-8")) == old
    export("classifier", tmp_path, command="python -m models.train_classifier", out=tmp_path, floats=True)
    new = json.loads(card.read_text(encoding="utf-8"))
    assert (new["temperature"], new["trained_by"]) == (1.0, ["python -m models.train_classifier"])
    assert "calibration_error" not in new
    calibrated = new | {"temperature": 1.2}
    card.write_text(json.dumps(calibrated), encoding="utf-8")
    export("classifier", tmp_path, out=tmp_path, floats=True)
    assert json.loads(card.read_text(encoding="utf-8")) == calibrated


def test_an_export_makes_the_folder_it_goes_to(tmp_path: Path) -> None:
    torch.save({"average": Classifier().state_dict()}, tmp_path / "checkpoint.pt")
    out = tmp_path / "new" / "weights"
    export("classifier", tmp_path, command="python -m models.train_classifier", out=out, floats=True)
    assert sorted(file.name for file in out.iterdir()) == ["classifier.json", "classifier.onnx.gz"]


def test_the_one_of_two_that_was_not_trained_is_not_exported(tmp_path: Path) -> None:
    """`--only seasons`, not from what is shipped, leaves the referee as chance has drawn it."""
    pictures = torch.randint(0, 256, (2, 120, 96, 3), dtype=torch.uint8)
    batch = {"image": pictures, "face": torch.tensor([0, 40])}
    train(Referees(), repeat(batch), partial(referees_loss, only="seasons"), Plan(1, 1e-3), tmp_path)
    export("seasons", tmp_path, command="python -m models.train_referees", out=tmp_path, floats=True)
    for kept in (0.0, 0.5):
        with pytest.raises(typer.BadParameter, match="left it as it was drawn"):
            export("referee", tmp_path, command="a training", kept=kept, out=tmp_path, floats=True)
    assert not (tmp_path / "referee.json").exists()


def test_runs_that_began_with_what_is_shipped_come_after_those_that_led_there() -> None:
    before = load_card("referee")["trained_by"]
    assert runs("referee", "python -m models.train_referees runs/r") == [
        "python -m models.train_referees runs/r"
    ]
    assert runs("referee", "python -m models.train_referees runs/r --shipped") == [
        "python -m models.train_referees runs/r --shipped",
        *before,
    ]
    newest, *others = runs("referee", "python -m models.train_referees runs/r", kept=0.5)
    assert (newest.split(", ")[1], others) == ("exported with --kept 0.5", before)


def cells_of(weights: bytes, picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    session = onnxruntime.InferenceSession(weights, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"images": picture})[0], np.float32)


def test_integers_say_about_what_floats_say_in_a_fraction_of_the_bytes(tmp_path: Path) -> None:
    torch.manual_seed(0)
    torch.save({"average": Detector().state_dict()}, tmp_path / "checkpoint.pt")
    model = exported("detector", tmp_path)
    pictures = [np.random.default_rng(n).integers(0, 256, (1, 96, 160, 3), dtype=np.uint8) for n in range(4)]
    floats, integers = compressed(model), quantised(model, pictures[:3], float_answer=True)
    assert len(integers) < 0.6 * len(floats)
    expected, given = (cells_of(weights, pictures[3]) for weights in (floats, integers))
    assert np.abs(given - expected).max() < 0.2 * np.ptp(expected)
    assert np.corrcoef(given.ravel(), expected.ravel())[0, 1] > 0.99


every_network = pytest.mark.parametrize(
    ("name", "made", "side"),
    [
        ("detector", Detector, (96, 160)),
        ("classifier", Classifier, (80, 64)),
        ("referee", Referees, (120, 96)),
        ("seasons", Referees, (120, 96)),
    ],
)


@every_network
def test_integers_are_not_widened_between_convolutions(
    tmp_path: Path, name: Name, made: type[torch.nn.Module], side: tuple[int, int]
) -> None:
    """A picture's bytes go into the first one as they are, and no rectifier is left but behind an answer in
    floats."""
    torch.manual_seed(1)
    torch.save({"average": made().state_dict()}, tmp_path / "checkpoint.pt")
    pictures = np.random.default_rng(1).integers(0, 256, (3, 2, *side, 3), dtype=np.uint8)
    graph = onnx.load_from_string(quantised(exported(name, tmp_path), pictures)).graph
    kinds = Counter(node.op_type for node in graph.node)
    assert (kinds["Relu"], kinds["Sub"], kinds["Div"]) == (0, 0, 0)
    rounded = {node.input[0] for node in graph.node if node.op_type == "QuantizeLinear"}
    convolutions = [node.output[0] for node in graph.node if node.op_type == "Conv"]
    rectified = [output for output in convolutions if "Relu" in output]
    assert len(rectified) > len(convolutions) / 3
    assert rounded.issuperset(rectified)


def test_pictures_without_black_or_white_say_nothing_of_what_a_byte_is(tmp_path: Path) -> None:
    torch.save({"average": Classifier().state_dict()}, tmp_path / "checkpoint.pt")
    pale = np.random.default_rng(1).integers(90, 240, (3, 2, 80, 64, 3), dtype=np.uint8)
    with pytest.raises(ValueError, match="a picture's bytes came out"):
        quantised(exported("classifier", tmp_path), pale)


@every_network
def test_a_training_can_begin_with_what_is_shipped(
    tmp_path: Path, name: Name, made: type[torch.nn.Module], side: tuple[int, int]
) -> None:
    """From the file alone: the same answers, and batch norms that take off and divide by what is there."""
    torch.manual_seed(2)
    pictures = torch.randint(0, 256, (5, 6, *side, 3), dtype=torch.uint8)
    taught, fresh = made(), made()
    for picture in pictures:
        taught(picture)  # moves the running means of its batch norms
    torch.save({"average": taught.state_dict()}, tmp_path / "checkpoint.pt")
    if made is Referees:
        taught, fresh = taught.get_submodule(name), fresh.get_submodule(name)
    model = exported(name, tmp_path)
    seen = [np.asarray(picture.numpy(), np.uint8) for picture in pictures]
    save_network(quantised(model, seen, float_answer=name == "detector"), name, tmp_path)
    start_from_shipped(fresh, name, [{"image": picture} for picture in pictures], tmp_path)

    def answer(network: torch.nn.Module) -> npt.NDArray[np.float32]:
        with torch.no_grad():
            given = network(pictures[0])
        return np.asarray(given[0] if isinstance(given, tuple) else given)

    assert np.corrcoef(answer(fresh.eval()).ravel(), answer(taught.eval()).ravel())[0, 1] > 0.99
    for part in fresh.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = 0.0
    learning = answer(fresh.train())
    assert np.corrcoef(learning.ravel(), answer(fresh.eval()).ravel())[0, 1] > 0.98


def as_if_learnt(network: Referees) -> Referees:
    """With batch norms of which none multiplies by nought, as some do in the beginning."""
    for norm in network.modules():
        if isinstance(norm, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(norm.weight)
    return network


def test_a_network_with_more_layers_begins_as_the_one_that_is_shipped(tmp_path: Path) -> None:
    torch.manual_seed(3)
    pictures = torch.randint(0, 256, (5, 6, 120, 96, 3), dtype=torch.uint8)
    both, deeper = as_if_learnt(Referees()), Referees().referee
    deeper.nearer.append(Referees().referee.nearer[0])
    torch.save({"average": both.state_dict()}, tmp_path / "checkpoint.pt")
    seen = [np.asarray(picture.numpy(), np.uint8) for picture in pictures]
    save_network(quantised(exported("referee", tmp_path), seen), "referee", tmp_path)
    start_from_shipped(deeper, "referee", [{"image": picture} for picture in pictures], tmp_path)
    with torch.no_grad():
        given, expected = deeper.eval()(pictures[0]), both.eval().referee(pictures[0])
    assert np.corrcoef(given.numpy().ravel(), expected.numpy().ravel())[0, 1] > 0.99


def test_a_training_is_neither_in_the_mean_with_itself_nor_among_those_before_it(tmp_path: Path) -> None:
    """Its weights lie where those before it lay once it is exported, and may be exported once more."""
    newest, *before = load_card("referee")["trained_by"]
    command, _, _ = newest.partition(", exported with --kept")
    assert runs("referee", command) == [command, *before]
    network = as_if_learnt(Referees())
    network(torch.randint(0, 256, (2, 120, 96, 3), dtype=torch.uint8))  # moves the running means
    torch.save({"average": network.state_dict()}, tmp_path / "checkpoint.pt")
    with pytest.raises(typer.BadParameter, match="put back what was shipped before it"):
        export("referee", tmp_path, command=command, kept=0.3, out=tmp_path, floats=True)
    export("referee", tmp_path, command=f"{command}0", kept=0.3, out=tmp_path, floats=True)
    assert load_card("referee", tmp_path)["trained_by"][1:] == [newest, *before]


def test_an_export_can_be_the_mean_with_what_is_shipped(tmp_path: Path) -> None:
    shipped, taught = tmp_path / "shipped", tmp_path / "taught"
    pictures = np.random.default_rng(1).integers(0, 256, (3, 4, 120, 96, 3), dtype=np.uint8)
    for seed, folder in enumerate((shipped, taught)):
        torch.manual_seed(seed)
        folder.mkdir()
        network = as_if_learnt(Referees())
        network(torch.from_numpy(pictures[seed]))  # moves the running means of its batch norms
        torch.save({"average": network.state_dict()}, folder / "checkpoint.pt")
    before, after, mean = (
        exported("referee", shipped),
        exported("referee", taught),
        exported("referee", taught),
    )
    save_network(quantised(before, pictures), "referee", shipped)
    drawn_back(mean, "referee", 0.25, shipped)
    one, other, between = (
        {array.name: numpy_helper.to_array(array) for array in model.graph.initializer}
        for model in (before, after, mean)
    )
    for name, array in between.items():
        if array.ndim > 1 and array.dtype == np.float32:
            expected = 0.25 * one[name] + 0.75 * other[name]
            assert np.abs(array - expected).max() <= 0.01 * np.abs(one[name]).max(), name


def test_layers_that_are_not_shipped_yet_are_drawn_towards_nothing(tmp_path: Path) -> None:
    network = as_if_learnt(Referees())
    network(torch.randint(0, 256, (4, 120, 96, 3), dtype=torch.uint8))  # moves the running means
    torch.save({"average": network.state_dict()}, tmp_path / "checkpoint.pt")
    save_network(onnx.ModelProto(ir_version=8).SerializeToString(), "referee", tmp_path)
    model, mean = exported("referee", tmp_path), exported("referee", tmp_path)
    drawn_back(mean, "referee", 0.25, tmp_path)
    after = {array.name: numpy_helper.to_array(array) for array in model.graph.initializer}
    for array in mean.graph.initializer:
        if after[array.name].ndim > 1 and after[array.name].dtype == np.float32:
            np.testing.assert_allclose(numpy_helper.to_array(array), 0.75 * after[array.name], rtol=1e-6)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("detector", (640, 640, 3)),
        ("classifier", (80, 64, 3)),
        ("referee", (120, 96, 3)),
        ("seasons", (120, 96, 3)),
    ],
)
def test_activations_are_measured_on_real_train_pictures(
    shared_data: Path, name: Name, shape: tuple[int, ...]
) -> None:
    assert shared_data.is_dir()
    some = list(islice(examples(name), 4))
    assert len(some) == 4
    assert all(batch.shape[1:] == shape and batch.dtype == np.uint8 and batch.std() > 10 for batch in some)


def two_faces(first: int, second: int) -> Source:
    """Two faces that differ in the colour of a disc."""
    quad = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    source = {}
    for label, colour in ((first, (30, 30, 220)), (second, (40, 160, 40))):
        face = np.full((80, 60, 3), 235, np.uint8)
        cv2.circle(face, (30, 25), 14, colour, -1)
        _, data = cv2.imencode(".png", face)
        source[label] = [Patch(data.tobytes(), quad, label)]
    return source


@pytest.mark.parametrize(
    ("network", "loss", "faces"),
    [
        (Classifier, classifier_loss, (0, 9)),
        (Referees, referees_loss, (36, 39)),
    ],
)
def test_two_faces_are_learnt(
    tmp_path: Path, network: type[torch.nn.Module], loss: Loss, faces: tuple[int, int]
) -> None:
    torch.manual_seed(0)
    batches = batches_of(iter(ClassifierExamples([(1.0, two_faces(*faces))], 3, {}, any_way_up(0.4))), 8)
    losses: list[float] = []

    def noted(network: torch.nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
        parts = loss(network, batch)
        losses.append(sum(float(part.detach()) for part in parts.values()))
        return parts

    train(network(), batches, noted, Plan(12, 2e-3, warmup=2), tmp_path)
    assert np.mean(losses[-3:]) < 0.8 * np.mean(losses[:2])


def test_one_of_the_two_is_taught_alone() -> None:
    torch.manual_seed(0)
    network = Referees()
    batch = {
        "image": torch.randint(0, 256, (2, 120, 96, 3), dtype=torch.uint8),
        "face": torch.tensor([3, 36]),
    }
    both = referees_loss(network, batch)
    for one in both:
        network.zero_grad()
        parts = referees_loss(network, batch, one)  # type: ignore[arg-type]  # its two names
        assert parts.keys() == {one}
        parts[one].backward()  # type: ignore[no-untyped-call]
        taught = {
            name.split(".")[0] for name, weights in network.named_parameters() if weights.grad is not None
        }
        assert taught == {one}


def test_what_is_no_season_is_none_of_them() -> None:
    """Sparrow, first and last Season, white dragon."""
    faces = torch.tensor([Tile.parse(code).index for code in ("1b", "1f", "4s", "Wd")])

    class Saying(torch.nn.Module):
        def forward(self, seasons: torch.Tensor, only: str | None) -> dict[str, torch.Tensor]:
            assert only == "seasons"
            return {"seasons": seasons}

    said = 9.0 * torch.eye(9)[[8, 0, 7, 8]]
    right = referees_loss(Saying(), {"image": said, "face": faces}, "seasons")["seasons"]
    wrong = referees_loss(Saying(), {"image": said.roll(1, 0), "face": faces}, "seasons")["seasons"]
    assert right < 0.5 < 4 < wrong


@pytest.mark.parametrize(("tile", "often"), [("3f", each_season(4.0)), ("1b", {Tile.parse("1b").index: 4.0})])
def test_faces_are_shown_as_often_as_asked(tile: str, often: dict[int, float]) -> None:
    face = Tile.parse(tile).index
    source = two_faces(3, face)
    examples = iter(ClassifierExamples([(1.0, source)], 5, often, any_way_up(0.4)))
    shown = Counter(int(next(examples)["face"]) for _ in range(400))
    assert 0.74 < shown[face] / 400 < 0.86


@pytest.mark.parametrize(("height", "width"), [(80, 64), (120, 96)])
def test_a_view_knows_which_corner_is_the_tiles_top_left(height: int, width: int) -> None:
    """The dark mark in a face's top-left quarter is found at the corner that the view names."""
    face = np.full((80, 60, 3), 245, np.uint8)
    face[8:34, 8:26] = 10
    _, data = cv2.imencode(".png", face)
    quad = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    rng = np.random.default_rng(4)
    agreed = 0
    for _ in range(60):
        crop, turn = view(Patch(data.tobytes(), quad, 3), rng, any_way_up(0.4), shape=(height, width))
        grey = crop.mean(axis=2).reshape(2, height // 2, 2, width // 2)
        quarters = [grey[0, :, 0], grey[0, :, 1], grey[1, :, 1], grey[1, :, 0]]
        agreed += int(np.argmin([quarter.mean() for quarter in quarters])) == turn
    assert agreed >= 50  # the others are half covered, blurred away or very noisy


def test_places_beside_tiles_are_no_tiles() -> None:
    rng = np.random.default_rng(0)
    first = np.array([[100, 100], [140, 100], [140, 152], [100, 152]], np.float32)
    quads = np.stack([first + np.array([40 * i, 0], np.float32) for i in range(5)])
    places = beside(quads, (400, 500, 3), rng, 40)
    assert len(places) == 40
    areas = [float(cv2.contourArea(place)) for place in places]
    for place, area in zip(places, areas, strict=True):
        shared = [cv2.intersectConvexConvex(place, quad)[0] for quad in quads]
        assert max(shared) / (area + 40 * 52 - max(shared)) < 0.7, "this is the tile itself"
    assert sum(0.4 < area / (40 * 52) < 0.6 for area in areas) >= 5, "halves of tiles are among them"
