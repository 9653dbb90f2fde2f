import { startEachTestAnew } from "./screen";

startEachTestAnew();
