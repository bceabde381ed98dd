// What the code of an entry gets when it imports `./app`, `../src/app` and so on.
import { Application } from './declarations'

declare const app: Application
export default app
