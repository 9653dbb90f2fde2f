import { useEffect, useRef } from "react";
import { Button } from "./button";
import styles from "./more.module.css";
import { Spinner } from "./spinner";

interface MoreProps {
  /** What the list has: "tracks". */
  things: string;
  isFetching: boolean;
  fetchMore: () => Promise<unknown>;
}

/** The end of a list with further pages: the next one is fetched when it comes near, or by the button. */
export function More({ things, isFetching, fetchMore }: MoreProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || isFetching) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchMore(), {
      rootMargin: "1200px",
    });
    near.observe(end.current);
    return () => near.disconnect();
  }, [isFetching, fetchMore]);
  return (
    <div ref={end} className={styles.more}>
      {isFetching ? (
        <span className="row secondary" role="status">
          <Spinner /> Loading more {things}
        </span>
      ) : (
        <Button onClick={() => void fetchMore()}>Show more {things}</Button>
      )}
    </div>
  );
}
