"""Small flyers, drawn anew for each run."""
import io
import random

from PIL import Image, ImageDraw, ImageFont

WORDS = ("Summer", "Winter", "School", "Village", "Book", "Cake", "Garden", "Music", "Sports", "Chess")


def flyer() -> bytes:
    page = Image.new("RGB", (420, 150), "white")
    pen = ImageDraw.Draw(page)
    title = " ".join(random.sample(WORDS, 2)) + " Fair"
    for top, size, text in [(20, 32, title), (80, 22, f"Saturday {random.randint(1, 28)} June 2031")]:
        pen.text((20, top), text, fill="black", font=ImageFont.load_default(size))
    file = io.BytesIO()
    page.save(file, "PNG")
    return file.getvalue()
