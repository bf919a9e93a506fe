/** The remote side of real channels: a simulated Meta, and fake phones that are linked by a code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectControl } from '../../packages/graph-simulator/src/client.ts';
import type { GraphControl } from '../../packages/graph-simulator/src/simulator.ts';
import { uniqueSuffix } from './users.ts';

/** A variable that `servers.ts` set for the server of this worker. */
export const own = (name: string): string => {
  const value = process.env[`${name}_${process.env['TEST_PARALLEL_INDEX'] ?? '0'}`];
  if (value === undefined)
    throw new Error(`${name} is set only when the journeys start the product themselves (without BASE_URL)`);
  return value;
};

export const meta = (): GraphControl => connectControl(own('META_URL'), own('META_CONTROL'));

/** Digits that no other journey uses. */
export const newDigits = (): string => `${Date.now()}${String(count++).padStart(3, '0')}`;

/** Performs an action on the simulated phone of a connection: `{ type: 'scan' }`, `{ type: 'text', number, text }` … */
export function playPhone(
  connection: { id: number; companyId: number },
  action: { type: string } & Record<string, unknown>,
): void {
  writeFileSync(
    join(own('DATA_DIR'), 'whatsapp-qr', `${uniqueSuffix()}.json`),
    JSON.stringify({ connectionId: connection.id, companyId: connection.companyId, ...action }),
  );
}

let count = 0;
