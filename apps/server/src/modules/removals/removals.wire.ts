import type { Removal } from '@balcao/contract/endpoints/removals';
import type { RemovalRow } from '../../infrastructure/db/schema/removals.ts';

export const presentRemoval = ({ id, kind, subjectIds, name, state, done, total }: RemovalRow): Removal => ({
  id,
  kind,
  subjectIds,
  name,
  state,
  done,
  total,
});
