import { useRouteError } from "react-router-dom";
import { Button } from "../components/button";
import { EmptyState } from "../components/empty-state";

/** Shown when a page throws or its chunk could not be loaded. */
export function ErrorPage() {
  const cause = useRouteError();
  console.error(cause);
  return <CouldNotShow />;
}

export function CouldNotShow() {
  return (
    <main>
      <EmptyState
        title="This page could not be shown"
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            Load it again
          </Button>
        }
      >
        What is stored on the server is unchanged. If it happens again, the browser's console has the error.
      </EmptyState>
    </main>
  );
}
