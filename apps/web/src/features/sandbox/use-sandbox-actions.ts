import type {
  SandboxAction,
  SandboxConnection,
  SandboxCustomer,
  SandboxMessage,
} from '@balcao/contract/endpoints/sandbox';
import { useSandboxAction } from '../../entities/sandbox/sandbox.api.ts';
import { useToast } from '../../ui/index.ts';

/** Does something on the simulated network; a refusal is told, and answers false. */
export function useSandboxActions(connection: Pick<SandboxConnection, 'id'>) {
  const toast = useToast();
  const { mutateAsync, isPending } = useSandboxAction(connection.id);
  const perform = (body: SandboxAction): Promise<boolean> =>
    mutateAsync(body).then(
      () => true,
      (error: unknown) => {
        toast.failed(error);
        return false;
      },
    );
  return { perform, busy: isPending };
}

/** Somebody with a phone of the simulated network in the hand. */
export interface Player {
  connection: SandboxConnection;
  customer: SandboxCustomer;
}

/** A message that the next words belong to. */
export interface Aim {
  type: 'reply' | 'edit';
  message: SandboxMessage;
}
