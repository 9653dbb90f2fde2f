/// <reference types="vite/client" />
declare module "@fontsource-variable/ibm-plex-sans/standard.css";
