import type { ReactNode } from "react";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

interface NotReadProps {
  title: string;
  /** Why, a sentence. */
  sentence: string;
  onRetry: () => unknown;
  /** Another way to go on, before the button. */
  children?: ReactNode;
}

/** In place of what could not be read: why, and a button that tries again. */
export function NotRead({ title, sentence, onRetry, children }: NotReadProps) {
  return (
    <EmptyState
      title={title}
      action={
        <>
          {children} <Button onClick={() => void onRetry()}>Try again</Button>
        </>
      }
    >
      <p role="alert">{sentence}</p>
    </EmptyState>
  );
}
