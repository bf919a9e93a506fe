import { FileListDraft, type FileList } from '@balcao/contract/endpoints/files';
import { useRef, useState } from 'react';
import { uploadListItem, useFileList, useSaveFileList } from '../../entities/file-lists/file-lists.api.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { botVariables } from '../../entities/variables/variables.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, ErrorState, FormDialog, Skeleton, TextField, useToast } from '../../ui/index.ts';
import { FilesField, type Item } from './files-field.tsx';
import { fileListTexts } from './file-lists.texts.ts';

interface FileListDialogProps {
  id: number | undefined;
  name: string;
  onClose: () => void;
}

/** Creates or edits a list. An existing list is loaded completely first, so that saving loses no file. */
export function FileListDialog({ id, name, onClose }: FileListDialogProps) {
  const t = useTexts(fileListTexts);
  const language = useLanguage();
  const { data, error, refetch } = useFileList(id);
  if (id === undefined || data) return <ListForm list={data} onClose={onClose} />;
  return (
    <Dialog title={t('editNamed', { name })} onClose={onClose}>
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : (
        [34, 96, 60, 60].map((height, at) => <Skeleton key={at} height={height} />)
      )}
    </Dialog>
  );
}

const TextDraft = FileListDraft.omit({ options: true });
const itemOf = ({ id, name, fileName, mediaType, path }: FileList['options'][number]): Item => ({
  key: String(id),
  id,
  name,
  fileName,
  type: mediaType,
  path,
  file: null,
  progress: null,
});

function ListForm({ list, onClose }: { list: FileList | undefined; onClose: () => void }) {
  const t = useTexts(fileListTexts);
  const toast = useToast();
  const save = useSaveFileList();
  // Saved in steps: a retry after a failed upload must not create a second list.
  const savedId = useRef(list?.id);
  const [items, setItems] = useState<Item[]>(() => list?.options.map(itemOf) ?? []);
  const [touched, setTouched] = useState(false);
  const set = (key: string, to: Partial<Item>) =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...to } : item)));

  const form = useDraftForm({
    schema: TextDraft,
    values: { name: list?.name ?? '', message: list?.message ?? '' },
    save: async (texts) => {
      const options = items.map(({ id, name, fileName }) => ({ id, name: name.trim() || fileName }));
      const saved = await save.mutateAsync({ id: savedId.current, ...texts, options });
      savedId.current = saved.id;
      // The server returns the options in the order of the request.
      const savedItems = items.map((item, at) => ({ ...item, id: saved.options[at]!.id }));
      setItems(savedItems);
      for (const item of savedItems) {
        if (!item.file) continue;
        set(item.key, { progress: 0 });
        try {
          await uploadListItem(saved.id, { id: item.id, name: item.name, file: item.file }, (progress) =>
            set(item.key, { progress }),
          );
          set(item.key, { file: null, progress: null });
        } catch (error) {
          set(item.key, { progress: null });
          toast.warn(t('uploadFailed'));
          throw error;
        }
      }
    },
    ...toast.saved(t('saved'), onClose),
    fieldByCode: { ERR_FILE_LIST_ALREADY_EXISTS: 'name' },
    ruleText: (field, rule) => (field === 'name' && rule === 'tooShort' ? t('tooShort') : undefined),
  });

  return (
    <FormDialog
      title={list ? t('editNamed', { name: list.name }) : t('add')}
      dirty={touched}
      onClose={onClose}
      form={form}
      verb={t('save')}
    >
      <TextField label={t('name')} required maxLength={100} data-autofocus {...form.text('name')} />
      <MessageField
        label={t('message')}
        hint={t('messageHint')}
        required
        rows={3}
        maxLength={4096}
        variables={botVariables}
        {...form.message('message')}
      />
      <FilesField
        items={items}
        onChange={(changed) => {
          setTouched(true);
          setItems(changed);
        }}
      />
    </FormDialog>
  );
}
