// What the code of an entry gets when it imports `./declarations`, `../declarations` and so on.
import { Application as ExpressFeathers } from '@feathersjs/express'

/** Services by path; an entry may add its own. */
export interface ServiceTypes {
  [path: string]: any
}

export type Application = ExpressFeathers<ServiceTypes>
