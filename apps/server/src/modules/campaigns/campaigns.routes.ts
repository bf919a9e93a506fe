import { endpoints } from '@balcao/contract';
import type { CampaignReport } from '@balcao/contract/endpoints/campaigns';
import { campaignStatuses, recipientStates } from '@balcao/domain/campaign/campaign';
import { hasDifference, wilson } from '@balcao/domain/campaign/statistics';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { handle } from '../../infrastructure/http/handle.ts';
import type { CampaignModule } from './campaign-module.ts';
import {
  parseCampaign,
  presentCampaign,
  presentConnection,
  presentCounts,
  presentExport,
  presentForecast,
  presentRecipient,
  presentSetting,
} from './campaigns.wire.ts';
import type { FullCampaign } from './campaigns.store.ts';

interface Deps {
  sign(key: string): string;
  signShortLived(key: string): string;
  now(): Date;
  timeZoneOf(companyId: number): Promise<string>;
}
type Loaded = { campaign: FullCampaign };
const hideNumber = (text: string, number: string): string =>
  number === '' ? text : text.replaceAll(number, () => maskNumber(number));

export const campaignRoutes = (module: CampaignModule, { sign, signShortLived, now, timeZoneOf }: Deps) => {
  const { campaigns, control, files, checks, sendTest, report, settings, connections, exports } = module;
  const present = ({ campaign }: Loaded) => presentCampaign(campaign, { sign, now: now() });
  const parse = async (actor: Actor, body: Parameters<typeof parseCampaign>[0]) =>
    parseCampaign(body, await timeZoneOf(actor.companyId));

  return handle('campaigns', endpoints.campaigns, {
    list: async ({ actor, query }) => {
      const { rows, statusCounts, ...page } = await campaigns.list(actor, {
        search: query.searchParam,
        status: query.status ?? null,
        page: query.pageNumber,
      });
      return {
        records: rows.map((campaign) => present({ campaign })),
        ...page,
        statusCounts: Object.fromEntries(
          campaignStatuses.map((status) => [status, statusCounts.get(status) ?? 0]),
        ) as Record<(typeof campaignStatuses)[number], number>,
      };
    },
    show: async ({ actor, params }) => {
      const { campaign, rows, masked } = await report.recipients(actor, params.id, {
        tab: 'all',
        search: '',
        after: 0,
      });
      const shipping = rows.map((row) => presentRecipient(row, campaign, { masked, now: now() }));
      return { ...present({ campaign }), shipping };
    },
    create: async ({ actor, body }) => present(await campaigns.create(actor, await parse(actor, body))),
    update: async ({ actor, params, body }) =>
      present(await campaigns.update(actor, params.id, await parse(actor, body))),
    remove: async ({ actor, params }) => {
      await campaigns.remove(actor, params.id);
      return { message: 'Campaign deleted' };
    },
    cancel: async ({ actor, params }) => control.cancel(actor, params.id) as Promise<undefined>,
    restart: async ({ actor, params }) => control.restart(actor, params.id) as Promise<undefined>,
    pause: async ({ actor, params }) => control.pause(actor, params.id) as Promise<undefined>,
    continue: async ({ actor, params }) => control.continue(actor, params.id) as Promise<undefined>,
    attach: async ({ actor, params, file }) => {
      await files.attach(actor, params.id, file);
      return { mensagem: 'Arquivo Anexado' };
    },
    detach: async ({ actor, params }) => {
      await files.detach(actor, params.id);
      return { mensagem: 'Arquivo Excluído' };
    },
    check: async ({ actor, body: { id, ...body } }) => {
      const { masked, samples, forecast, ...checked } = await checks.check(actor, await parse(actor, body), id ?? null);
      return {
        ...checked,
        forecast: presentForecast(forecast),
        samples: samples.map(({ name, number, variant, text, confirmationText, isTemplate }) => ({
          name: masked ? maskName(name) : name,
          number: masked ? number && maskNumber(number) : number,
          variant,
          // A text with a number of the recipient would show what is hidden.
          text: masked ? hideNumber(text, number) : text,
          confirmationText:
            masked && confirmationText !== null ? hideNumber(confirmationText, number) : confirmationText,
          isTemplate,
        })),
      };
    },
    test: async ({ actor, body: { id, number, variant, ...body } }) => {
      await sendTest(actor, await parse(actor, body), { id: id ?? null, number, variant });
      return { message: 'Test sent' };
    },
    forecast: async ({ actor, params }) => presentForecast(await report.forecast(actor, params.id)),
    report: async ({ actor, params }) => presentReport(await report.report(actor, params.id)),
    recipients: async ({ actor, params, query }) => {
      const { campaign, rows, next, masked } = await report.recipients(actor, params.id, {
        tab: query.tab,
        search: query.searchParam,
        after: query.after,
      });
      return { recipients: rows.map((row) => presentRecipient(row, campaign, { masked, now: now() })), next };
    },
    stopVariant: async ({ actor, params, body }) =>
      present(await control.stopVariant(actor, params.id, body.variant, body.isStopped)),
    repeat: async ({ actor, params, body }) => present(await control.repeat(actor, params.id, body.filter)),
    export: async ({ actor, params, body }) => presentExport(await exports.requestExport(actor, params.id, body)),
    exported: async ({ actor, params }) => {
      const row = await exports.getExport(actor, params.id);
      const isOwn = row.userId === actor.userId && row.storageKey !== null;
      return presentExport(row, isOwn ? signShortLived(row.storageKey!) : null);
    },
    settings: async ({ actor }) => (await settings.list(actor.companyId)).map(presentSetting),
    saveSettings: async ({ actor, body }) => {
      const change = Object.fromEntries(Object.entries(body.settings).filter(([, value]) => value !== undefined));
      return (await settings.save(actor, change)).map(presentSetting);
    },
    connections: async ({ actor }) => (await connections.listConnections(actor)).map(presentConnection),
    saveGuards: async ({ actor, params, body }) =>
      presentConnection(await connections.saveGuards(actor, params.id, body)),
  });

  function presentReport(data: Awaited<ReturnType<typeof report.report>>): CampaignReport {
    const { campaign, counts, reasons, totals, variants, forecast, settings: values, timeZone } = data;
    const share = (count: number, total: number) => ({ count, ...wilson(count, total) });
    const shown = variants.map((row) => ({
      variant: row.variant,
      text: campaign.messages[row.variant - 1] ?? '',
      sent: row.sent,
      delivered: share(row.delivered, row.sent),
      read: share(row.read, row.sent),
      replied: share(row.replied, row.sent),
      optedOut: share(row.optedOut, row.sent),
      failed: row.failed,
      isStopped: campaign.stoppedVariants.includes(row.variant),
    }));
    const unusable = reasons
      .filter(({ state, reason }) => state === 'skipped' && (reason === 'invalid' || reason === 'duplicate'))
      .reduce((sum, { count }) => sum + count, 0);
    const { replied: _, ...states } = counts;
    const all = Object.values(states).reduce((sum, count) => sum + count, 0);
    return {
      campaign: present({ campaign }),
      counts: presentCounts(counts),
      states: Object.fromEntries(
        recipientStates.map((state) => [state, counts[state] ?? 0]),
      ) as CampaignReport['states'],
      reasons,
      valid: all - unusable,
      ...totals,
      variants: shown,
      hasDifference: hasDifference(shown.map(({ replied }) => replied)),
      forecast: presentForecast(forecast),
      startedAt: campaign.startedAt?.toISOString() ?? null,
      pace: {
        messageInterval: values.messageInterval,
        longerIntervalAfter: values.longerIntervalAfter,
        greaterInterval: values.greaterInterval,
        startHour: values.startHour,
        endHour: values.endHour,
        sabado: values.sabado,
        domingo: values.domingo,
        timeZone,
      },
    };
  }
};
