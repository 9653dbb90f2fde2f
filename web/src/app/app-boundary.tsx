import { Component, type ReactNode } from "react";
import { CouldNotShow } from "./error-page";

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
