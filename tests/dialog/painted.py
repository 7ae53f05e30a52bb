"""Pictures made for a test, and the box that widgets take them from."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

from mplex.dialog.fields.kit import Kit
from mplex.ui.theme import Theme

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quarters(width: int = 40, height: int = 40) -> Image.Image:
    """Return a picture whose quarters are red and green, below them blue and white."""
    image = Image.new("RGB", (width, height))
    for index, colour in enumerate((RED, GREEN, BLUE, WHITE)):
        left, top = index % 2 * width // 2, index // 2 * height // 2
        image.paste(colour, (left, top, left + width // 2, top + height // 2))
    return image


def file_of(image: Image.Image, kind: str = "PNG", **how: Any) -> bytes:
    """Return a picture as a file."""
    file = BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


class Box:
    """The pictures that a program has sent."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []

    def get(self, media: str) -> bytes | None:
        self.asked.append(media)
        return self.files.get(media)

    def add(self, image: Image.Image, name: str = "", **more: Any) -> dict[str, Any]:
        """Keep a picture, and return the source that leads to it."""
        media = f"m{len(self.files)}"
        self.files[media] = file_of(image)
        size = {"width": image.width, "height": image.height}
        return {"media": media, "name": name or f"{media}.png", **size, **more}

    def kit(self, colours: int = 1 << 24) -> Kit:
        return Kit(Theme(), media=self, colours=colours)
