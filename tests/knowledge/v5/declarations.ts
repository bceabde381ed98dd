// What the code of an entry gets when it imports `./declarations`, `../declarations` and so on.
import type { HookContext as FeathersHookContext, NextFunction } from '@feathersjs/feathers'
import type { Application as KoaApplication } from '@feathersjs/koa'

export type { NextFunction }

/** Settings, read with `app.get`. */
export interface Configuration {
  [setting: string]: any
}

/** Services by path; an entry may add its own. */
export interface ServiceTypes {
  [path: string]: any
}

export type Application = KoaApplication<ServiceTypes, Configuration>

export type HookContext<S = any> = FeathersHookContext<Application, S>
