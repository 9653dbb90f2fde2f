import { useRouteError } from "react-router-dom";
import { Button } from "../components/button";
import { EmptyState } from "../components/empty-state";

/** A page broke or its code did not arrive. What the server keeps is untouched. */
export function ErrorPage() {
  const cause = useRouteError();
  console.error(cause);
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
        Nothing you saved is lost. If it happens again, the browser's console says why.
      </EmptyState>
    </main>
  );
}
