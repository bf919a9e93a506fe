/** Fields of a company, for the dialog of a new one and the tab of an existing one. */
import { CompanyDraft, type PlatformCompany } from '@balcao/contract/endpoints/platform';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { RECURRENCE_MONTHS, type Recurrence } from '@balcao/domain/billing/price';
import type { z } from 'zod';
import { usePlans } from '../../entities/plans/plans.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FieldRow, NumberField, PasswordField, SelectField, SwitchRow, TextField } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';

type Values = z.input<typeof CompanyDraft>;
const recurrences = Object.keys(RECURRENCE_MONTHS) as Recurrence[];

export const valuesOf = (company: PlatformCompany | undefined, planId: number | undefined): Values => ({
  name: company?.name ?? '',
  email: company?.email ?? '',
  password: '',
  phone: company?.phone ?? '',
  document: company?.document ?? '',
  paymentMethod: company?.paymentMethod ?? '',
  planId: company?.planId ?? planId ?? 0,
  recurrence: (company?.recurrence as Recurrence | undefined) ?? 'MENSAL',
  status: company?.status ?? true,
  addressStreet: company?.addressStreet ?? '',
  addressCity: company?.addressCity ?? '',
  addressState: company?.addressState ?? '',
  numberAttendants: company?.numberAttendants ?? 1,
  numberConections: company?.numberConections ?? 1,
});

interface Options {
  schema: typeof CompanyDraft;
  values: Values;
  save: (draft: z.output<typeof CompanyDraft>) => Promise<unknown>;
  onSaved: () => void;
  onError: (error: unknown) => void;
}
export function useCompanyForm(options: Options) {
  const t = useTexts(companyTexts);
  /** The texts of the specification. */
  const ruleText = (field: string, rule: FieldRule) => {
    const isEmpty = rule === 'required' || rule === 'tooShort';
    if (field === 'name' && isEmpty) return t('nameRequired');
    if (field === 'email') return isEmpty ? t('emailRequired') : rule === 'email' ? t('emailInvalid') : undefined;
    return undefined;
  };
  return useDraftForm({ ...options, fieldByCode: { ERR_COMPANY_NAME_TAKEN: 'name' }, ruleText });
}
export type CompanyForm = ReturnType<typeof useCompanyForm>;

export function CompanyFields({ form, company }: { form: CompanyForm; company?: PlatformCompany | undefined }) {
  const t = useTexts(companyTexts);
  // Until the plans are loaded, the field shows the one that the company has.
  const { data: plans = company ? [company.plan] : [] } = usePlans();
  const isNew = company === undefined;
  return (
    <>
      <TextField label={t('name')} required maxLength={50} data-autofocus={isNew || undefined} {...form.text('name')} />
      <TextField label={t('email')} required type="email" hint={t('emailHint')} {...form.text('email')} />
      <PasswordField
        label={t(isNew ? 'password' : 'newPassword')}
        required={isNew}
        hint={isNew ? undefined : t('newPasswordHint')}
        autoComplete="new-password"
        {...form.text('password')}
      />
      <FieldRow>
        <SelectField
          label={t('plan')}
          required
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
          {...(form.choice('planId') as { value: number; onChange: (id: number) => void; error: string | undefined })}
        />
        <SelectField
          label={t('recurrence')}
          options={recurrences.map((value) => ({ value, label: t(value) }))}
          {...form.choice('recurrence')}
        />
      </FieldRow>
      {isNew && <DateField label={t('dueDate')} hint={t('dueDateHint')} {...form.date('dueDate')} />}
      <FieldRow>
        <TextField label={t('phone')} type="tel" {...form.text('phone')} />
        <TextField label={t('document')} {...form.text('document')} />
      </FieldRow>
      <TextField label={t('street')} {...form.text('addressStreet')} />
      <FieldRow>
        <TextField label={t('city')} {...form.text('addressCity')} />
        <TextField label={t('region')} {...form.text('addressState')} />
      </FieldRow>
      <TextField label={t('paymentMethod')} {...form.text('paymentMethod')} />
      <FieldRow>
        <NumberField label={t('attendants')} min={1} {...form.number('numberAttendants')} />
        <NumberField label={t('expectedConnections')} min={1} {...form.number('numberConections')} />
      </FieldRow>
      {isNew && <SwitchRow label={t('isActive')} text={t('isActiveText')} {...form.toggle('status')} />}
    </>
  );
}
