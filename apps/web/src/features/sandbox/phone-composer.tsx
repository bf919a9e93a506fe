import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { FileInput, Icon, IconButton, Menu, type MenuItem, useToast } from '../../ui/index.ts';
import { textOf } from './phone-bubble.tsx';
import css from './phone.module.css';
import composerCss from './phone-composer.module.css';
import { phoneTexts } from './phone.texts.ts';
import { fileOf, MAX_BYTES } from './own-file.ts';
import type { SendForm } from './send-forms.ts';
import { useSandboxActions, type Aim, type Player } from './use-sandbox-actions.ts';

interface PhoneComposerProps extends Player {
  aim: Aim | null;
  onAimDone: () => void;
  memberId: string | undefined;
  onMember: (id: string) => void;
  onForm: (form: SendForm) => void;
}

/** The customer's text field. Enter sends, Shift Enter adds a line. */
export function PhoneComposer({
  connection,
  customer,
  aim,
  onAimDone,
  memberId,
  onMember,
  onForm,
}: PhoneComposerProps) {
  const t = useTexts(phoneTexts);
  const { perform } = useSandboxActions(connection);
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const customerId = customer.id;

  useEffect(() => {
    if (!aim) return;
    if (aim.type === 'edit' && aim.message.content.kind === 'text') setText(aim.message.content.text);
    field.current?.focus();
  }, [aim]);

  const send = async () => {
    const trimmedText = text.trim();
    if (trimmedText === '') return;
    const sender = { customerId, memberId };
    // Emptied at once as on a real phone; restored if the message was refused and nothing was typed since.
    setText('');
    // A bot can reply before the previous message is confirmed: the next one waits for it instead of being dropped.
    const sending = sent.current.then(() =>
      perform(
        aim?.type === 'edit'
          ? { act: 'edit', ...sender, wid: aim.message.wid, text: trimmedText }
          : { act: 'say', ...sender, text: trimmedText, quotes: aim?.message.wid },
      ),
    );
    sent.current = sending;
    const isDone = await sending;
    if (isDone) onAimDone();
    else setText((now) => now || trimmedText);
  };
  const leave = () => {
    if (aim?.type === 'edit') setText('');
    onAimDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && aim) return leave();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className={css.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      {aim && (
        <div className={composerCss.aim}>
          <span>
            <b>{t(aim.type === 'edit' ? 'editing' : 'replyingTo')}</b>
            <span className="cut">{textOf(aim.message)}</span>
          </span>
          <IconButton icon="x" label={t('leaveReply')} tip={false} onClick={leave} />
        </div>
      )}
      {customer.isGroup && customer.members.length > 0 && (
        <select
          className={composerCss.speaker}
          aria-label={t('speaker')}
          value={memberId}
          onChange={(event) => onMember(event.target.value)}
        >
          {customer.members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <div className={composerCss.line}>
        <div className={composerCss.box}>
          <textarea
            ref={field}
            rows={1}
            className={css.field}
            aria-label={t('write', { name: customer.name })}
            placeholder={t('placeholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <AttachMenu connection={connection} customer={customer} memberId={memberId} onForm={onForm} />
        </div>
        <button type="submit" className={css.send} aria-label={t('send')} aria-disabled={text.trim() === ''}>
          <Icon name="send" size={20} />
        </button>
      </div>
    </form>
  );
}

type AttachMenuProps = Pick<PhoneComposerProps, 'connection' | 'customer' | 'memberId' | 'onForm'>;

function AttachMenu({ connection, customer, memberId, onForm }: AttachMenuProps) {
  const t = useTexts(phoneTexts);
  const toast = useToast();
  const { perform } = useSandboxActions(connection);
  const file = useRef<HTMLInputElement>(null);
  const sender = { customerId: customer.id, memberId };
  const sendItem = (type: 'image' | 'voice' | 'audio' | 'video' | 'document' | 'sticker', icon: MenuItem['icon']) => ({
    key: type,
    icon,
    label: t(type),
    onClick: () => void perform({ act: 'send', ...sender, type }),
  });
  const formItem = (form: SendForm, icon: MenuItem['icon'], label: string) => ({
    key: form,
    icon,
    label,
    onClick: () => onForm(form),
  });
  const sendOwn = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return toast.warn(t('fileTooLarge'));
    await perform({ act: 'send', ...sender, ...(await fileOf(chosen)) });
  };
  return (
    <>
      <Menu
        target={<IconButton icon="clip" size="md" label={t('attach')} tip={false} />}
        items={[
          sendItem('image', 'image'),
          sendItem('voice', 'mic'),
          sendItem('audio', 'volume'),
          sendItem('video', 'video'),
          sendItem('document', 'file'),
          sendItem('sticker', 'smile'),
          {
            key: 'view-once',
            icon: 'eye',
            label: t('viewOnce'),
            onClick: () => void perform({ act: 'send', ...sender, type: 'image', isViewOnce: true }),
          },
          { key: 'file', icon: 'upload', label: t('file'), onClick: () => file.current?.click() },
          { ...formItem('location', 'pin', t('location')), hasSeparator: true },
          formItem('contacts', 'card', t('contacts')),
          formItem('poll', 'list', t('poll')),
          formItem('event', 'calendar', t('event')),
          formItem('ad', 'megaphone', t('ad')),
          formItem('forwarded', 'forward', t('forwarded')),
          formItem('strange', 'help', t('strange')),
        ]}
      />
      <FileInput inputRef={file} label={t('chooseFile')} onFile={(chosen) => void sendOwn(chosen)} />
    </>
  );
}
