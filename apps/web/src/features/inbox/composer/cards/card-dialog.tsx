/** An interactive message: a list, a link, a code to copy, a call, a charge. */
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, NetworkError } from '../../../../lib/api.ts';
import { newKey } from '../../../../lib/new-key.ts';
import { useSession } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Icon, Segments, useToast } from '../../../../ui/index.ts';
import type { CardKind } from '../attach-menu.tsx';
import { emptyCard, fieldOf, readCard, type CardDraft, type CardError } from './card-draft.ts';
import { CardFields, type CardFieldErrors } from './card-fields.tsx';
import { CardPreview } from './card-preview.tsx';
import css from './cards.module.css';
import { cardTexts } from './cards.texts.ts';

const kinds = ['list', 'link', 'copy', 'call', 'pix'] as const;

export default function CardDialog({
  kind: first,
  ticketId,
  onClose,
}: {
  kind: CardKind;
  ticketId: number;
  onClose: () => void;
}) {
  const t = useTexts(cardTexts);
  const toast = useToast();
  const { user, refreshSession } = useSession();
  const [start] = useState(() => emptyCard(user.company.name, user.pixKey));
  // One idempotency key while the dialog is open: a retry after a lost reply sends nothing twice.
  const [clientKey, setClientKey] = useState(newKey);
  const [kind, setKind] = useState(first);
  const [draft, setDraft] = useState<CardDraft>(start);
  const [cardError, setCardError] = useState<CardError | null>(null);
  const sending = useMutation({
    mutationFn: (send: (clientKey: string) => Promise<unknown>) => send(clientKey),
    onSuccess: () => {
      onClose();
      // The server offers this key with the next charge; until the session has it, the previous one is offered.
      if (kind === 'pix') void refreshSession().catch(() => {});
    },
    // API and network errors have their own text; anything else gets a general one.
    onError: (error) => toast.failed(error instanceof ApiError || error instanceof NetworkError ? error : t('failed')),
  });

  const change = (part: Partial<CardDraft>) => {
    setDraft({ ...draft, ...part });
    setCardError(null);
    if (sending.isError) setClientKey(newKey());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readCard(kind, draft, ticketId);
    if (typeof read === 'string') return setCardError(read);
    sending.mutate(read);
  };
  return (
    <Dialog
      title={t('title')}
      width={640}
      dirty={draft !== start}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" icon="send" busy={sending.isPending}>
            {t('send')}
          </Button>
        </>
      }
    >
      <Segments
        label={t('kind')}
        full
        value={kind}
        segments={kinds.map((key) => ({ key, label: t(key) }))}
        onChange={(next) => {
          setKind(next);
          setCardError(null);
        }}
      />
      <div className={css.both}>
        <div className={css.fields}>
          <CardFields kind={kind} draft={draft} onChange={change} errors={fieldErrorsOf(cardError, t)} />
          {cardError && !fieldOf(cardError) && (
            <p className={css.error} role="alert">
              <Icon name="alert" size={14} /> {t(cardError)}
            </p>
          )}
        </div>
        <CardPreview kind={kind} draft={draft} />
      </div>
    </Dialog>
  );
}

const fieldErrorsOf = (cardError: CardError | null, t: (key: CardError) => string): CardFieldErrors => {
  const field = cardError && fieldOf(cardError);
  return field ? { [field]: t(cardError) } : {};
};
