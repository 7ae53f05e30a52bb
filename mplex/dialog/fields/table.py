"""`WIDGETS`: the one table of which widget a kind of field has.

A row here and one in `field_kinds` make a kind; nothing else lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mplex.dialog.field import Field
from mplex.dialog.fields.annotated_image import AnnotatedImageWidget
from mplex.dialog.fields.audio import AudioWidget, VideoWidget
from mplex.dialog.fields.checkbox import CheckboxWidget
from mplex.dialog.fields.choice import ChoiceWidget
from mplex.dialog.fields.color import ColorWidget
from mplex.dialog.fields.compare import CompareWidget
from mplex.dialog.fields.date import DateWidget
from mplex.dialog.fields.date_range import DateRangeWidget
from mplex.dialog.fields.datetime import DatetimeWidget
from mplex.dialog.fields.file_field import FileWidget
from mplex.dialog.fields.gallery import GalleryWidget
from mplex.dialog.fields.image import ImageWidget
from mplex.dialog.fields.image_grid import ImageGridWidget
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.list_field import ListWidget
from mplex.dialog.fields.markdown import MarkdownWidget
from mplex.dialog.fields.mermaid import MermaidWidget
from mplex.dialog.fields.number import NumberWidget
from mplex.dialog.fields.password import PasswordWidget
from mplex.dialog.fields.progress import ProgressWidget
from mplex.dialog.fields.secret import SecretWidget
from mplex.dialog.fields.select import SelectWidget
from mplex.dialog.fields.slider import SliderWidget
from mplex.dialog.fields.static_text import StaticTextWidget
from mplex.dialog.fields.table_field import TableWidget
from mplex.dialog.fields.text import TextWidget
from mplex.dialog.fields.tree import TreeWidget
from mplex.dialog.fields.widget import FieldWidget
from mplex.dialog.fields.wireframe import WireframeWidget

WIDGETS: Final[dict[str, Callable[[Field, Kit], FieldWidget]]] = {
    "text": TextWidget,
    "password": PasswordWidget,
    "secret": SecretWidget,
    "number": NumberWidget,
    "slider": SliderWidget,
    "select": SelectWidget,
    "checkbox": CheckboxWidget,
    "date": DateWidget,
    "datetime": DatetimeWidget,
    "date_range": DateRangeWidget,
    "color": ColorWidget,
    "choice": ChoiceWidget,
    "list": ListWidget,
    "table": TableWidget,
    "tree": TreeWidget,
    "file": FileWidget,
    "image": ImageWidget,
    "annotated_image": AnnotatedImageWidget,
    "image_grid": ImageGridWidget,
    "gallery": GalleryWidget,
    "static_text": StaticTextWidget,
    "markdown": MarkdownWidget,
    "mermaid": MermaidWidget,
    "wireframe": WireframeWidget,
    "audio": AudioWidget,
    "video": VideoWidget,
    "progress": ProgressWidget,
    "compare": CompareWidget,
}
"""The widgets by the names of the kinds; each is made of its field and a kit."""
