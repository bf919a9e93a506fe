/** Confirmations before a connection is removed, disconnected or restarted. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import {
  useRemoveConnection,
  useRestartConnections,
  useSessionAction,
} from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import { isSignedIn } from './providers.ts';

interface QuestionProps {
  connection: Connection;
  onClose: () => void;
}

export function RemoveConnection({ connection, onClose }: QuestionProps) {
  const t = useTexts(connectionTexts);
  const toast = useToast();
  const remove = useRemoveConnection();
  const confirm = () => remove.mutate(connection.id, toast.outcome(t('removed'), onClose));
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: connection.name })}
      text={t(isSignedIn(connection) ? 'removePageText' : 'removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

export function EndSession({ connection, onClose }: QuestionProps) {
  const t = useTexts(connectionTexts);
  const toast = useToast();
  const session = useSessionAction();
  return (
    <ConfirmDialog
      danger
      title={t('disconnectTitle', { name: connection.name })}
      text={t('disconnectText')}
      verb={t('disconnect')}
      busy={session.isPending}
      onConfirm={() =>
        session.mutate({ action: 'end', id: connection.id }, { onError: toast.failed, onSettled: onClose })
      }
      onClose={onClose}
    />
  );
}

export function RestartConnections({ onClose }: { onClose: () => void }) {
  const t = useTexts(connectionTexts);
  const toast = useToast();
  const restart = useRestartConnections();
  const confirm = () => restart.mutate(undefined, toast.outcome(t('restarted'), onClose));
  return (
    <ConfirmDialog
      title={t('restartTitle')}
      text={t('restartText')}
      verb={t('restart')}
      busy={restart.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
