export { endpoints, type Endpoints, type ModuleName } from './endpoints/index.ts';
export * from './errors/catalogue.ts';
export * from './errors/fields.ts';
export * from './events/names.ts';
export * from './events/topics.ts';
export * from './kernel/endpoint.ts';
export * from './kernel/languages.ts';
