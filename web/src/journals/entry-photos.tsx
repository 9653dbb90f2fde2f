import type { Journal } from "@leebow/api/contract";
import { useState } from "react";
import { lazyClosable } from "../components/lazy-component";
import styles from "./entry-photos.module.css";
import { authorName } from "./entry-text";

const PhotoViewer = lazyClosable(() => import("./photo-viewer").then((part) => part.PhotoViewer));

/** The photos of an entry in a row; a click opens one large. */
export function EntryPhotos({ entry }: { entry: Journal }) {
  const { photos } = entry;
  const [at, setAt] = useState<number | null>(null);
  if (photos.length === 0) return null;
  const name = (index: number) => photoName(entry, index);
  return (
    <>
      <ul className={styles.photos} aria-label="Photos">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.photo}
              aria-label={`Open ${name(index)}`}
              onClick={() => setAt(index)}
            >
              <img src={photo.file} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      {at !== null && <PhotoViewer photos={photos} at={at} name={name} onMove={setAt} onClose={() => setAt(null)} />}
    </>
  );
}

/** "photo 2 of 3 in Marta Vidal's entry" */
const photoName = (entry: Journal, index: number): string =>
  `photo ${index + 1} of ${entry.photos.length} in ${authorName(entry)}'s entry`;
