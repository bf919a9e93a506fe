import type { FlowImported } from '@balcao/contract/endpoints/flows';
import { useRef, useState } from 'react';
import { useImportFlow } from '../../../entities/flows/flows.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, FileInput, Icon, TextField, useToast } from '../../../ui/index.ts';
import css from './flows.module.css';
import { flowTexts } from './flows.texts.ts';

const MAX_NAME = 50;

/** Imports a file, then lists what was changed in it. */
export function ImportDialog({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) {
  const t = useTexts(flowTexts);
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const importFlow = useImportFlow();
  if (importFlow.data) return <Report imported={importFlow.data} onOpen={onOpen} onClose={onClose} />;

  const start = () => file && importFlow.mutate({ name: name.trim(), file }, { onError: toast.failed });
  return (
    <Dialog
      title={t('importTitle')}
      onClose={onClose}
      dirty={file !== null}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" disabled={!file} busy={importFlow.isPending} onClick={start}>
            {t('import')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('importText')}</p>
      <div className={css.file}>
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t('chooseFile')}
        </Button>
        {file && <span className="cut">{file.name}</span>}
      </div>
      <FileInput inputRef={input} label={t('chooseFile')} accept=".zip,.json" onFile={setFile} />
      <TextField
        label={t('nameOptional')}
        hint={t('nameFromFile')}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  );
}

function Report({
  imported: { flow, report },
  onOpen,
  onClose,
}: {
  imported: FlowImported;
  onOpen: (id: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(flowTexts);
  const { nodes, edges, files, notes } = report;
  return (
    <Dialog
      title={t('imported', { name: flow.name })}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={() => onOpen(flow.id)}>
          {t('openFlow')}
        </Button>
      }
    >
      <p>{t('importedText', { nodes, edges, files })}</p>
      {notes.length === 0 ? (
        <p className="muted">{t('importedClean')}</p>
      ) : (
        <ul className={css.notes}>
          {notes.map((note, at) => (
            <li key={at}>
              <Icon name={note.kind === 'mapped' || note.kind === 'willRun' ? 'check-c' : 'alert'} size={16} />
              {t(note.kind, { subject: note.subject })}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
