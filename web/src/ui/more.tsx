import { useEffect, useRef, useState } from "react";
import { Button } from "./button";
import styles from "./more.module.css";
import { Spinner } from "./progress";

interface MoreProps {
  /** What the list has: "tracks". */
  things: string;
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<{ isError: boolean }>;
  };
}

/**
 * The end of a list; with further pages the next one is fetched when it comes near, or by the button; after a failure
 * by the button alone.
 */
export const More = (props: MoreProps) => props.list.hasNextPage && <NextPage {...props} />;

function NextPage({ things, list: { isFetchingNextPage: isFetching, fetchNextPage } }: MoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const fetchNext = useNextWhenNear(end, isFetching, fetchNextPage);
  return (
    <div ref={end} className={styles.more}>
      {isFetching ? (
        <span className="row secondary" role="status">
          <Spinner /> Loading more {things}
        </span>
      ) : (
        <Button onClick={fetchNext}>Show more {things}</Button>
      )}
    </div>
  );
}

/** Fetches the next page, and the following ones as long as the end of the list is near. */
function useNextWhenNear(
  end: React.RefObject<HTMLElement | null>,
  isFetching: boolean,
  fetchMore: MoreProps["list"]["fetchNextPage"],
): () => void {
  // An observer tells changes only, and a page may have come before `isFetching` was ever rendered: each page has an
  // observer of its own.
  const [pages, setPages] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const fetchNext = useRef(() => {});
  fetchNext.current = () =>
    void fetchMore().then(({ isError }) => {
      setFailed(isError);
      setPages((count) => count + 1);
    });
  useEffect(() => {
    if (!end.current || isFetching || isFailed) return;
    const near = new IntersectionObserver(
      (entries) => {
        // One call may report several changes; the last is the present state.
        if (!entries.at(-1)?.isIntersecting) return;
        near.disconnect();
        fetchNext.current();
      },
      { rootMargin: "1200px" },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [end, isFetching, isFailed, pages]);
  return () => fetchNext.current();
}
