/** Fetches the profile of a contact: deliveries contain ids only. Available for contacts who wrote to the account. */
import { z } from 'zod';
import { Refused, type Account, type MediaRef } from '../../port.ts';
import type { Graph } from '../graph.ts';
import { isMetaFileHost } from '../hosts.ts';
import { optionalText } from '../field-parsers.ts';
import { truncate } from './wire.ts';

const WireProfile = z.object({
  first_name: optionalText,
  last_name: optionalText,
  name: optionalText,
  username: optionalText,
  profile_pic: optionalText,
});
const MAX_NAME_LENGTH = 200;

export async function fetchProfile(
  graph: Graph,
  account: Account,
  id: string,
): Promise<{ name: string; username?: string; picture?: MediaRef } | null> {
  const fields = account.kind === 'instagram' ? 'name,username,profile_pic' : 'first_name,last_name,profile_pic';
  try {
    const profile = await graph.request(account, 'GET', [id], { query: { fields } }, WireProfile);
    const name =
      [profile.first_name, profile.last_name].filter((part) => part !== '').join(' ') ||
      profile.name ||
      profile.username;
    const picture = isMetaFileHost(profile.profile_pic) ? { mime: 'image/jpeg', ref: profile.profile_pic } : undefined;
    if (name.trim() === '') return null;
    const username = truncate(profile.username.trim(), MAX_NAME_LENGTH);
    return {
      name: truncate(name.trim(), MAX_NAME_LENGTH),
      ...(username && { username }),
      ...(picture && { picture }),
    };
  } catch (error) {
    // The contact does not share the profile; the account itself is fine.
    if (error instanceof Refused) return null;
    throw error;
  }
}
