/** Filters of this user by name: chosen, saved, replaced, deleted. */
import { useState, type FormEvent } from 'react';
import { withDates, type ReportFilter } from '../../entities/reports/report-filter.ts';
import {
  useRemoveFilter,
  useSavedFilters,
  useSaveFilter,
  type SavedReportFilter,
} from '../../entities/reports/reports.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, FormDialog, Menu, TextField, useToast } from '../../ui/index.ts';
import { reportTexts } from './reports.texts.ts';

interface SavedFiltersProps {
  filter: ReportFilter;
  onChoose: (filter: ReportFilter) => void;
}

export function SavedFilters({ filter, onChoose }: SavedFiltersProps) {
  const t = useTexts(reportTexts);
  const toast = useToast();
  const { data = [] } = useSavedFilters();
  const [isSaving, setSaving] = useState(false);
  const [leaving, setLeaving] = useState<SavedReportFilter | null>(null);
  const removing = useRemoveFilter();
  return (
    <>
      <Menu
        minWidth={220}
        target={
          <Button icon="star" iconRight="chev-d">
            {t('saved')}
          </Button>
        }
        items={[
          ...data.map((saved) => ({
            key: `use-${saved.id}`,
            label: saved.name,
            icon: 'filter' as const,
            onClick: () => onChoose(withDates(saved.filter)),
          })),
          {
            key: 'save',
            label: t('save'),
            icon: 'plus',
            hasSeparator: data.length > 0,
            onClick: () => setSaving(true),
          },
          ...data.map((saved, at) => ({
            key: `remove-${saved.id}`,
            label: t('removeSaved', { name: saved.name }),
            icon: 'trash' as const,
            danger: true,
            hasSeparator: at === 0,
            onClick: () => setLeaving(saved),
          })),
        ]}
      />
      {isSaving && <SaveDialog filter={filter} onClose={() => setSaving(false)} />}
      {leaving && (
        <ConfirmDialog
          danger
          title={t('removeSavedTitle', { name: leaving.name })}
          text={t('removeSavedText')}
          verb={t('removeVerb')}
          busy={removing.isPending}
          onConfirm={() =>
            removing.mutate(
              leaving.id,
              toast.outcome(t('removedDone'), () => setLeaving(null)),
            )
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function SaveDialog({ filter, onClose }: { filter: ReportFilter; onClose: () => void }) {
  const t = useTexts(reportTexts);
  const language = useLanguage();
  const toast = useToast();
  const saving = useSaveFilter();
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    saving.mutate(
      { name: name.trim(), filter },
      {
        onSuccess: () => {
          toast.done(t('saveDone'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('save')}
      width={440}
      verb={t('saveVerb')}
      disabled={name.trim() === ''}
      form={{ submit, busy: saving.isPending }}
      onClose={onClose}
    >
      <TextField
        label={t('saveName')}
        hint={t('saveHint')}
        required
        maxLength={60}
        data-autofocus
        value={name}
        error={saving.error && errorText(saving.error, language)}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
