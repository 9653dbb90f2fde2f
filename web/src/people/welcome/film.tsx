import type { ComponentProps } from "react";
import captions from "./film/film.en.vtt?no-inline";
import mp4 from "./film/film.mp4";
import webm from "./film/film.webm";
import poster from "./film/film.webp";
import styles from "./film.module.css";

/** The short film of the product, with the browser's own controls and with subtitles; it has no sound. */
export function Film(props: ComponentProps<"video">) {
  return (
    <video
      className={styles.film}
      controls
      playsInline
      preload="metadata"
      poster={poster}
      width={1280}
      height={720}
      aria-label="Film: from the file to the first tack"
      {...props}
    >
      <source src={webm} type="video/webm" />
      <source src={mp4} type="video/mp4" />
      <track kind="captions" srcLang="en" label="English" src={captions} default />
      Your browser does not play this film. It shows an upload, a replay and a report.
    </video>
  );
}
