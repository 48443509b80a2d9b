"""Pictures drawn anew for each run, so that nobody's flyer or receipt lies in this repository."""

import pathlib

from PIL import Image, ImageDraw, ImageFont


def draw(path: pathlib.Path, lines: list[tuple[int, str]]) -> pathlib.Path:
    """Each line with its size in pixels, one below the other on a white page."""
    page = Image.new("RGB", (1200, 1000), "white")
    pen, top = ImageDraw.Draw(page), 80
    for size, text in lines:
        pen.text((100, top), text, fill="black", font=ImageFont.load_default(size))
        top += size * 2
    page.save(path)
    return path


def flyer(folder: pathlib.Path) -> pathlib.Path:
    lines = [(84, "Winter Fair"), (44, "Saturday 14 December 2030"), (44, "14:00 - 16:30"), (44, "School Hall, 4 Mill Lane"), (36, "Cakes, games and carols")]
    return draw(folder / "flyer.png", lines)


def nonsense(folder: pathlib.Path) -> pathlib.Path:
    path = folder / "letter.png"
    path.write_text("Dear parents, this is a letter and no picture.")
    return path
