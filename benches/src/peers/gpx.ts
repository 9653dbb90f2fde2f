import { gpx as toGeoJson } from "@tmcw/togeojson";
import { DOMParser } from "@xmldom/xmldom";
import { SaxesParser } from "saxes";
import { type Point, sumsOf } from "../sums.ts";
import type { Peer } from "./index.ts";

/** SAX events; only the measured fields of a point are stored. */
export const saxes: Peer = {
  name: "saxes",
  read: (bytes) => {
    const points: Point[] = [];
    let point: Point | undefined;
    let text = "";
    const parser = new SaxesParser();
    parser.on("opentag", ({ name, attributes }) => {
      text = "";
      if (name === "trkpt") point = { lat_deg: Number(attributes.lat), lon_deg: Number(attributes.lon) };
    });
    parser.on("text", (more) => (text += more));
    parser.on("closetag", ({ name }) => {
      if (!point) return;
      if (name === "time") point.time_ms = Date.parse(text);
      else if (name === "gpxtpx:speed") point.speed_mps = Number(text);
      else if (name === "trkpt") {
        points.push(point);
        point = undefined;
      }
    });
    parser.write(new TextDecoder().decode(bytes)).close();
    return points;
  },
  sums: (points) => sumsOf(points as Point[]),
};

type Feature = {
  geometry: { coordinates: number[][] };
  properties: { coordinateProperties: { times?: string[]; speeds?: number[] } };
};

/** Needs a document, which xmldom creates from the text. */
export const togeojson: Peer = {
  name: "togeojson with xmldom",
  read: (bytes) =>
    toGeoJson(new DOMParser().parseFromString(new TextDecoder().decode(bytes), "text/xml") as unknown as Document),
  sums: (result) => {
    const tracks = (result as unknown as { features: Feature[] }).features;
    return sumsOf(
      tracks.flatMap(({ geometry, properties: { coordinateProperties: properties } }) =>
        geometry.coordinates.map(([lon, lat], i) => ({
          lat_deg: lat!,
          lon_deg: lon!,
          time_ms: properties.times && Date.parse(properties.times[i]!),
          speed_mps: properties.speeds?.[i],
        })),
      ),
    );
  },
};
