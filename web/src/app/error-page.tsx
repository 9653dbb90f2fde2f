import { Component, type ReactNode } from "react";
import { useRouteError } from "react-router-dom";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";

/** Shown when a page throws or its chunk could not be loaded. */
export function ErrorPage() {
  const cause = useRouteError();
  console.error(cause);
  return <CouldNotShow />;
}

function CouldNotShow() {
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

/** Shows the error page in place of the whole app when something outside of the pages throws, which no route catches. */
export class AppBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <CouldNotShow /> : this.props.children;
  }
}
