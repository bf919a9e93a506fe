/** Title and members of a new or an existing chat. The owner is always a member and is not offered. */
import { TeamChatDraft } from '@balcao/contract/endpoints/team-chats';
import { z } from 'zod';
import { useSaveChat, type TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, MultiSelectField, TextField, useToast } from '../../ui/index.ts';
import { teamChatTexts } from './team-chats.texts.ts';

const Draft = z.object({ title: TeamChatDraft.shape.title, userIds: z.array(z.number()) });

interface ChatDialogProps {
  chat: TeamChat | undefined;
  onSaved: (chat: TeamChat) => void;
  onClose: () => void;
}

export function ChatDialog({ chat, onSaved, onClose }: ChatDialogProps) {
  const t = useTexts(teamChatTexts);
  const toast = useToast();
  const { user } = useSession();
  const colleagues = useColleagues();
  const save = useSaveChat();
  const form = useDraftForm({
    schema: Draft,
    values: {
      title: chat?.title ?? '',
      userIds: chat?.users.map(({ userId }) => userId).filter((id) => id !== user.id) ?? [],
    },
    save: async ({ title, userIds }) => {
      const users = [user.id, ...userIds].map((id) => ({ id }));
      onSaved(await save.mutateAsync({ id: chat?.id, title, users }));
    },
    onSaved: onClose,
    onError: toast.failed,
  });
  const options = (colleagues.data ?? [])
    .filter(({ id }) => id !== user.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      title={t(chat ? 'editChat' : 'addChat')}
      width={440}
      form={form}
      verb={t(chat ? 'save' : 'create')}
      onClose={onClose}
    >
      <TextField label={t('chatTitle')} required maxLength={80} data-autofocus {...form.text('title')} />
      <MultiSelectField label={t('members')} hint={t('membersHint')} options={options} {...form.choice('userIds')} />
    </FormDialog>
  );
}
