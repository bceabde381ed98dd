// What the code of an entry gets when it imports `./app`, `../src/app` and so on.
import type { Application } from './declarations'

export declare const app: Application
