"""Lays sheets on a surface as a camera sees them: perspective, thickness, shadow."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from PIL import Image, ImageFilter

from .sheet import Sheet, shifted


@dataclass(frozen=True)
class Pose:
    """Where a sheet lies on a photo: fractions of the photo's width and height, and degrees."""

    x: float = 0.5
    y: float = 0.5
    width: float = 0.7
    roll: float = 0
    pitch: float = 0
    yaw: float = 0
    lift: float = 1


def corners(sheet: Sheet, pose: Pose, size: tuple[int, int]) -> list[tuple[float, float]]:
    """The sheet's corners on a photo of `size` (width, height): turned in space, seen by a pinhole camera."""
    roll, pitch, yaw = (radians(angle) for angle in (pose.roll, pose.pitch, pose.yaw))
    spin = np.array([[cos(roll), -sin(roll), 0], [sin(roll), cos(roll), 0], [0, 0, 1]])
    nod = np.array([[1, 0, 0], [0, cos(pitch), -sin(pitch)], [0, sin(pitch), cos(pitch)]])
    sway = np.array([[cos(yaw), 0, sin(yaw)], [0, 1, 0], [-sin(yaw), 0, cos(yaw)]])
    half = 0.5, 0.5 * sheet.image.height / sheet.image.width
    distance, out = 2.4, []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y, z = sway @ nod @ spin @ np.array([sx * half[0], sy * half[1], 0])
        near = distance / (distance + z) * pose.width * size[0]
        out.append((pose.x * size[0] + x * near, pose.y * size[1] + y * near))
    return out


def coefficients(target: list[tuple[float, float]], source: tuple[int, int]) -> list[float]:
    """Pillow's eight perspective numbers that bring a picture of size `source` onto four corners."""
    width, height = source
    rows, values = [], []
    for (x, y), (u, v) in zip(target, ((0, 0), (width, 0), (width, height), (0, height))):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows), np.array(values)).tolist()


def warped(
    picture: Image.Image, target: list[tuple[float, float]], size: tuple[int, int]
) -> Image.Image:
    """A picture brought onto four corners of an empty one of `size`, smoothly."""
    fine = 2 if size[0] < 2500 else 1
    numbers = coefficients([(x * fine, y * fine) for x, y in target], picture.size)
    big = picture.transform(
        (size[0] * fine, size[1] * fine),
        Image.Transform.PERSPECTIVE,
        numbers,
        Image.Resampling.BICUBIC,
    )
    return big.reduce(fine) if fine > 1 else big


def lay(table: np.ndarray, sheet: Sheet, pose: Pose, thickness: float = 2.5) -> np.ndarray:
    """The table with a sheet on it, its edge and its shadow."""
    size = table.shape[1], table.shape[0]
    unit = size[0] / 1000
    target = corners(sheet, pose, size)
    # Only what the sheet and its shadow reach is drawn; a blur reaches less than four times its radius.
    around = 10 + unit * (10 + 4 * 13) * pose.lift
    left, top = (int(side) for side in np.clip(np.min(target, 0) - around, 0, size))
    right, bottom = (int(side) for side in np.clip(np.max(target, 0) + around, 0, size))
    box = left, top, right, bottom
    mask = warped(sheet.outline, target, size).crop(box)
    whole, out = table.copy(), table[top:bottom, left:right]
    for reach, blur, strength in ((3, 3, 0.30), (10 * pose.lift, 13 * pose.lift, 0.34)):
        moved = shifted(mask, round(reach * unit * 0.7), round(reach * unit))
        shade = (
            np.asarray(moved.filter(ImageFilter.GaussianBlur(blur * unit)), np.float32)[..., None]
            / 255
        )
        out = out * (1 - strength * shade)
    edge = shifted(mask, round(thickness * unit * 0.4), round(thickness * unit * 0.8))
    out = blend(out, np.full_like(out, 205), np.asarray(edge, np.float32) * 0.75)
    face = np.asarray(warped(sheet.image, target, size).crop(box), np.float32)
    rim = np.asarray(mask.filter(ImageFilter.MinFilter(3)), np.float32) / 255
    face = face * (0.93 + 0.07 * rim[..., None])
    whole[top:bottom, left:right] = blend(out, face, np.asarray(mask, np.float32))
    return whole


def blend(below: np.ndarray, above: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """`above` over `below`, where `mask` (0 to 255) says."""
    amount = mask[..., None] / 255
    return below * (1 - amount) + above * amount
