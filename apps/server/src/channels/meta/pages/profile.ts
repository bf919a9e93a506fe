/** Deliveries name people by ids only: who it is must be asked, and is told for those who wrote to the account. */
import { z } from 'zod';
import { Refused, type Account, type MediaRef } from '../../port.ts';
import type { Graph } from '../graph.ts';
import { isTheirs } from '../hosts.ts';
import { words } from '../words.ts';
import { cut } from './wire.ts';

const WireProfile = z.object({ first_name: words, last_name: words, name: words, username: words, profile_pic: words });
const LONGEST_NAME = 200;

export async function whoIs(
  graph: Graph,
  account: Account,
  id: string,
): Promise<{ name: string; picture?: MediaRef } | null> {
  const fields = account.kind === 'instagram' ? 'name,username,profile_pic' : 'first_name,last_name,profile_pic';
  try {
    const told = await graph.ask(account, 'GET', [id], { query: { fields } }, WireProfile);
    const name =
      [told.first_name, told.last_name].filter((part) => part !== '').join(' ') || told.name || told.username;
    const picture = isTheirs(told.profile_pic) ? { mime: 'image/jpeg', ref: told.profile_pic } : undefined;
    return name.trim() === '' ? null : { name: cut(name.trim(), LONGEST_NAME), ...(picture && { picture }) };
  } catch (fault) {
    // Whoever does not share it stays without a name; that is no fault of the account's.
    if (fault instanceof Refused) return null;
    throw fault;
  }
}
