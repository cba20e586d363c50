"""From moving pictures to a reading that settles: camera, motion, tiles followed over frames."""
