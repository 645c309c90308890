"""What location watches say to the daemon, whichever client says it."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence

from .options import Options
from .placemark import coordinate


def start_params(
    accuracy_meters: Optional[float],
    options: Options,
    dwell_seconds: Optional[float],
    margin_meters: Optional[float],
    speed_tolerance_kilometers_per_hour: Optional[float],
) -> Dict[str, Any]:
    """The parameters of ``locationWatch.start``."""
    return _with_given(
        options.wire(),
        accuracyMeters=accuracy_meters,
        dwellSeconds=dwell_seconds,
        marginMeters=margin_meters,
        speedToleranceKilometersPerHour=speed_tolerance_kilometers_per_hour,
    )


def update_params(
    watch: int,
    latitude: float,
    longitude: float,
    accuracy_meters: Optional[float],
    timestamp: Optional[float],
    bearing_degrees: Optional[float],
    speed_meters_per_second: Optional[float],
) -> Dict[str, Any]:
    """The parameters of ``locationWatch.update``."""
    return _with_given(
        {"watch": watch, "coordinate": coordinate((latitude, longitude)).wire()},
        accuracyMeters=accuracy_meters,
        timestamp=timestamp,
        bearingDegrees=bearing_degrees,
        speedMetersPerSecond=speed_meters_per_second,
    )


def areas_params(
    layer: str, areas: Mapping[str, Any], name_property: Optional[str], properties: Sequence[str]
) -> Dict[str, Any]:
    """The parameters of ``areas.set``."""
    areas = getattr(areas, "__geo_interface__", areas)
    return _with_given({"layer": layer, "areas": areas}, nameProperty=name_property, properties=list(properties) or None)


def _with_given(params: Dict[str, Any], **more: Any) -> Dict[str, Any]:
    return {**params, **{name: value for name, value in more.items() if value is not None}}
