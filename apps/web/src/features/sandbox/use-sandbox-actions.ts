import type {
  SandboxAction,
  SandboxConnection,
  SandboxCustomer,
  SandboxMessage,
} from '@balcao/contract/endpoints/sandbox';
import { useSandboxAction } from '../../entities/sandbox/sandbox.api.ts';
import { useToast } from '../../ui/index.ts';

/** Performs an action on the simulated network; a refusal is shown and resolves to false. */
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

/** A customer with a phone of the simulated network. */
export interface Player {
  connection: SandboxConnection;
  customer: SandboxCustomer;
}

/** The message that the next text refers to. */
export interface Aim {
  type: 'reply' | 'edit';
  message: SandboxMessage;
}
