import type {
  SandboxAct,
  SandboxConnection,
  SandboxCustomer,
  SandboxMessage,
} from '@balcao/contract/endpoints/sandbox';
import { useSandboxAct } from '../../entities/sandbox/sandbox.api.ts';
import { useToast } from '../../ui/index.ts';

/** Does something on the simulated network; a refusal is told, and answers false. */
export function useActs(connection: Pick<SandboxConnection, 'id'>) {
  const toast = useToast();
  const { mutateAsync, isPending } = useSandboxAct(connection.id);
  const act = (body: SandboxAct): Promise<boolean> =>
    mutateAsync(body).then(
      () => true,
      (refused: unknown) => {
        toast.failed(refused);
        return false;
      },
    );
  return { act, busy: isPending };
}

/** Somebody with a phone of the simulated network in the hand. */
export interface Player {
  connection: SandboxConnection;
  customer: SandboxCustomer;
}

/** A message that the next words belong to. */
export interface Aim {
  is: 'reply' | 'edit';
  message: SandboxMessage;
}
