import { QuickMessageDraft, type QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { can } from '@balcao/domain/policy/policy';
import { useRef, useState } from 'react';
import { ownershipOf, useChangeAttachment, useSaveQuickReply } from '../../entities/quick-replies/quick-replies.api.ts';
import { VariableChips } from '../../entities/variables/variable-chips.tsx';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, SwitchRow, TextArea, TextField, useToast } from '../../ui/index.ts';
import { Attachment, type AttachmentChange } from './attachment.tsx';
import { attachedFrom, attachedTo } from './media.ts';
import { Preview } from './preview.tsx';
import { quickReplyTexts } from './quick-replies.texts.ts';
import { ReadOnlyReply } from './read-only-reply.tsx';

/** A reply needs a text or a file. */
const Draft = QuickMessageDraft.refine(({ message, isMedia }) => isMedia || message.trim() !== '', {
  path: ['message'],
  params: { rule: 'required' },
});

interface QuickReplyDialogProps {
  reply?: QuickMessage | undefined;
  onClose: () => void;
}

/** Form for an editable reply; read-only view for a colleague's reply. */
export function QuickReplyDialog({ reply, onClose }: QuickReplyDialogProps) {
  const { actor } = useSession();
  const canChange = !reply || can(actor, 'quick-reply.change', ownershipOf(reply));
  return canChange ? <ReplyForm reply={reply} onClose={onClose} /> : <ReadOnlyReply reply={reply} onClose={onClose} />;
}

function ReplyForm({ reply, onClose }: QuickReplyDialogProps) {
  const t = useTexts(quickReplyTexts);
  const toast = useToast();
  const save = useSaveQuickReply();
  const changeAttachment = useChangeAttachment();
  const area = useRef<HTMLTextAreaElement>(null);
  // Saved in two steps: a retry after a failed upload must not create a second reply.
  const savedId = useRef(reply?.id);
  const [change, setChange] = useState<AttachmentChange>(undefined);
  const attached = change === undefined ? attachedTo(reply) : change && attachedFrom(change);

  const form = useDraftForm({
    schema: Draft,
    values: {
      shortcode: reply?.shortcode ?? '',
      message: reply?.message ?? '',
      geral: reply?.geral ?? false,
      visao: reply?.visao ?? true,
      isMedia: reply?.isMedia ?? false,
    },
    save: async (draft) => {
      // A reply hidden from colleagues cannot be shared with them.
      const geral = draft.geral && draft.visao;
      const { id } = await save.mutateAsync({ id: savedId.current, ...draft, geral });
      savedId.current = id;
      // A reply without a stored file has nothing to remove.
      if (change === undefined || (change === null && !reply?.isMedia)) return;
      await changeAttachment.mutateAsync({ id, file: change }).catch((error: unknown) => {
        toast.warn(t('attachFailed'));
        throw error;
      });
    },
    ...toast.saved(t('saved'), onClose),
    fieldByCode: { ERR_QUICKMESSAGE_ALREADY_EXISTS: 'shortcode' },
    ruleText: (field, rule) => (field === 'message' && rule === 'required' ? t('messageNeeded') : undefined),
  });
  const { ref: registered, ...message } = form.text('message');
  const isVisible = form.watch('visao') !== false;

  const attach = (file: File | null) => {
    setChange(file);
    form.set('isMedia')(file !== null);
  };

  return (
    <FormDialog
      title={reply ? t('editNamed', { name: `/${reply.shortcode}` }) : t('add')}
      dirty={change !== undefined}
      onClose={onClose}
      form={form}
      verb={t('save')}
    >
      <TextField
        label={t('shortcode')}
        hint={t('shortcodeHint')}
        required
        maxLength={60}
        autoCapitalize="off"
        data-autofocus
        {...form.text('shortcode')}
      />
      <TextArea
        label={t('message')}
        rows={5}
        maxLength={4096}
        {...message}
        ref={(element) => {
          registered(element);
          area.current = element;
        }}
      />
      <VariableChips label={t('message')} area={area} onInsert={form.set('message')} />
      <Preview message={form.watch('message') ?? ''} attached={attached} />
      <Attachment attached={attached} onChange={attach} />
      <div>
        <SwitchRow label={t('visao')} text={t('visaoText')} {...form.toggle('visao')} />
        <SwitchRow
          label={t('geral')}
          text={t('geralText')}
          {...form.toggle('geral')}
          checked={isVisible && form.watch('geral') === true}
          disabled={!isVisible}
        />
      </div>
    </FormDialog>
  );
}
