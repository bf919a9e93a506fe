import { messages } from '@balcao/contract/endpoints/messages';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  Checkbox,
  Field,
  FieldRow,
  FileInput,
  Segments,
  SelectField,
  TextArea,
  TextField,
  useToast,
} from '../../ui/index.ts';
import { Card } from './card.tsx';
import css from './messages-api.module.css';
import { messagesApiTexts } from './messages-api.texts.ts';
import { refusalOf, useSendMessage, type Outcome, type SendFields } from './send-message.ts';
import { TryReply } from './try-reply.tsx';

/** What the form holds without the token, for the code samples. */
export interface TypedCall {
  fields: SendFields;
  /** Undefined while a text is sent; empty before a file is chosen. */
  fileName?: string | undefined;
}

const kinds = ['text', 'file'] as const;
const { number, body } = messages.sendByToken.body.shape;
/** Checked even while other fields are invalid, so that all missing fields are shown together. */
const required = { params: { rule: 'required' }, when: () => true };
const Draft = z
  .object({
    kind: z.enum(kinds),
    token: z.string().trim().min(1),
    number,
    body,
    fileName: z.string(),
    queueId: z.number(),
    userId: z.number(),
    sendSignature: z.boolean(),
    closeTicket: z.boolean(),
  })
  .refine((draft) => draft.kind === 'file' || draft.body.trim() !== '', { path: ['body'], ...required })
  .refine((draft) => draft.kind === 'text' || draft.fileName !== '', { path: ['fileName'], ...required });
type Draft = z.input<typeof Draft>;

const empty: Draft = {
  kind: 'text',
  token: '',
  number: '',
  body: '',
  fileName: '',
  queueId: 0,
  userId: 0,
  sendSignature: false,
  closeTicket: false,
};

/** The errors that belong to a field of the form. */
const fieldByCode = {
  ERR_API_TOKEN: 'token',
  ERR_WAPP_INVALID_CONTACT: 'number',
  ERR_CONTACT_BLOCKED: 'number',
  ERR_EMPTY_MESSAGE: 'body',
  ERR_NO_USER_FOUND: 'userId',
  ERR_QUEUE_NOT_FOUND: 'queueId',
} as const;

/** Calls the API as another program does: with the typed token, not with the session. */
export function TryCard({ onTyped }: { onTyped: (typed: TypedCall) => void }) {
  const t = useTexts(messagesApiTexts);
  const toast = useToast();
  const send = useSendMessage();
  const [file, setFile] = useState<File>();
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useDraftForm({
    schema: Draft,
    values: empty,
    save: async (draft) => {
      const start = performance.now();
      setOutcome(undefined);
      try {
        setOutcome(await send(draft.token, fieldsOf(draft), draft.kind === 'file' ? file : undefined));
      } catch (error) {
        setOutcome(refusalOf(error, performance.now() - start));
        throw error;
      }
    },
    onSaved: () => toast.done(t('sent')),
    onError: toast.failed,
    fieldByCode,
    ruleText: (field, rule) => {
      if (field === 'fileName') return t('fileRequired');
      return field === 'number' && rule !== 'required' ? t('numberDigits') : undefined;
    },
  });
  const draft = { ...empty, ...form.watch() };
  const typed = JSON.stringify(typedCallOf(draft));
  useEffect(() => onTyped(JSON.parse(typed) as TypedCall), [typed, onTyped]);
  const isFile = draft.kind === 'file';
  return (
    <Card
      title={t('tryTitle')}
      beside={
        <Segments
          label={t('kind')}
          segments={[
            { key: 'text', label: t('kindText') },
            { key: 'file', label: t('kindFile') },
          ]}
          value={draft.kind}
          onChange={form.set('kind')}
        />
      }
    >
      <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
        <FieldRow>
          <TextField
            label={t('token')}
            required
            hint={t('tokenHint')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            {...form.text('token')}
          />
          <TextField
            label={t('numberLabel')}
            required
            hint={t('numberHint')}
            inputMode="numeric"
            {...form.text('number')}
            // Signs of a pasted number are dropped; the API takes digits only.
            onChange={(event) => form.set('number')(event.target.value.replace(/\D/g, '').slice(0, 30))}
          />
        </FieldRow>
        {isFile && (
          <FileChoice
            file={file}
            error={form.error('fileName')}
            onFile={(chosen) => {
              setFile(chosen);
              form.set('fileName')(chosen.name);
            }}
          />
        )}
        <TextArea
          label={t(isFile ? 'captionLabel' : 'bodyLabel')}
          required={!isFile}
          rows={3}
          maxLength={65_536}
          {...form.text('body')}
        />
        <FieldRow>
          <QueueChoice {...form.choice('queueId')} />
          <AgentChoice {...form.choice('userId')} />
        </FieldRow>
        <div className={css.last}>
          <Checkbox
            label={t('sign')}
            checked={draft.sendSignature}
            onChange={(event) => form.set('sendSignature')(event.target.checked)}
          />
          <Checkbox
            label={t('resolve')}
            checked={draft.closeTicket}
            onChange={(event) => form.set('closeTicket')(event.target.checked)}
          />
          <Button kind="primary" type="submit" icon="send" busy={form.busy}>
            {t('send')}
          </Button>
        </div>
      </form>
      <div role="status">{outcome && <TryReply outcome={outcome} />}</div>
    </Card>
  );
}

/** Only what was filled in: the other fields have the defaults of the API. */
function fieldsOf({ number: typedNumber, body: text, queueId, userId, sendSignature, closeTicket }: Draft): SendFields {
  return {
    ...(typedNumber !== '' && { number: typedNumber }),
    ...(text !== undefined && text !== '' && { body: text }),
    ...(queueId !== 0 && { queueId }),
    ...(userId !== 0 && { userId }),
    ...(sendSignature && { sendSignature }),
    ...(closeTicket && { closeTicket }),
  };
}

const typedCallOf = (draft: Draft): TypedCall => ({
  fields: fieldsOf(draft),
  ...(draft.kind === 'file' && { fileName: draft.fileName }),
});

interface FileChoiceProps {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}

function FileChoice({ file, error, onFile }: FileChoiceProps) {
  const t = useTexts(messagesApiTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={t('fileLabel')} required as="group" error={error}>
      {({ 'aria-describedby': describedBy }) => (
        <span className={css.file}>
          <Button icon="clip" aria-describedby={describedBy} onClick={() => input.current?.click()}>
            {t(file ? 'changeFile' : 'chooseFile')}
          </Button>
          {file && <span className="cut">{file.name}</span>}
          <FileInput inputRef={input} label={t('chooseFile')} onFile={onFile} />
        </span>
      )}
    </Field>
  );
}

interface ChoiceProps {
  /** 0: none. */
  value: number;
  onChange: (id: number) => void;
  error: string | undefined;
}

function QueueChoice(props: ChoiceProps) {
  const t = useTexts(messagesApiTexts);
  const { data: queues = [] } = useQueues();
  return (
    <SelectField
      label={t('queue')}
      options={[{ value: 0, label: t('noQueue') }, ...queues.map(({ id, name }) => ({ value: id, label: name }))]}
      {...props}
    />
  );
}

function AgentChoice(props: ChoiceProps) {
  const t = useTexts(messagesApiTexts);
  const { data: colleagues = [] } = useColleagues();
  return (
    <SelectField
      label={t('agent')}
      options={[{ value: 0, label: t('noAgent') }, ...colleagues.map(({ id, name }) => ({ value: id, label: name }))]}
      {...props}
    />
  );
}
