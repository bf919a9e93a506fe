import type { FastifyInstance } from 'fastify';
import type { ServiceName } from './control.ts';
import type { ErrorBodies, Faults } from './faults.ts';
import type { Script } from './script.ts';

export interface ServiceContext {
  script: Script;
  faults: Faults;
  /** Address of the simulator, without a slash at the end. */
  url(): string;
}

/** One simulated service: its routes and how it words errors. */
export interface SimulatedService {
  name: ServiceName;
  errors: ErrorBodies;
  routes(app: FastifyInstance): void;
  reset?(): void;
}

export type Fields = Record<string, unknown>;
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string =>
  [headers[name] ?? ''].flat()[0] ?? '';
