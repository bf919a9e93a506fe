import type { FlowConflict, FlowErrors } from '@balcao/contract/endpoints/flows';
import type { Problem } from '@balcao/domain/flow/problems';
import { AppError } from '../../infrastructure/app-error.ts';
import type { StoredDraft } from './flow-records.store.ts';

/** Problems in a refusal; the editor finds the others itself. */
const MAX_PROBLEMS = 100;

/** Names the colleague who saved the draft meanwhile. */
export function draftChanged({ rev, userId, userName, updatedAt }: Omit<StoredDraft, 'doc'>): AppError {
  const by = userId === null ? null : { id: userId, name: userName ?? '' };
  const conflict: FlowConflict = { rev, by, at: updatedAt.toISOString() };
  return new AppError('ERR_FLOW_CHANGED', { conflict });
}

export function hasErrors(problems: readonly Problem[]): AppError {
  const conflict: FlowErrors = { problems: problems.slice(0, MAX_PROBLEMS) };
  return new AppError('ERR_FLOW_HAS_ERRORS', { conflict });
}
