import type { FlowDoc } from '@balcao/domain/flow/document';
import type { EndReason, Run } from '@balcao/domain/flow/run';
import { startBotServer, type Bot } from './bot.fixture.ts';

interface Links {
  phrase?: string;
  mode?: 'equal' | 'starts' | 'contains';
  isWelcome?: true;
  isOther?: true;
}
export interface RunRow {
  id: number;
  company_id: number;
  ticket_id: number;
  flow_id: number;
  version_id: number;
  trigger: string;
  state: Run;
  node: string;
  wake_at: Date | null;
  ended_at: Date | null;
  end_reason: EndReason | null;
}

/** A server with the bot, and flows that are published without the editor. */
export async function startFlowServer(more: Parameters<typeof startBotServer>[0] = {}) {
  const service = await startBotServer(more);
  const { asOwner, modules } = service.server;
  const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
    (await asOwner.query<Row>(text, values)).rows;

  async function addVersion(companyId: number, flowId: number, doc: FlowDoc): Promise<number> {
    const [version] = await rowsOf<{ id: number }>(
      `insert into flow_versions (company_id, flow_id, number, doc, digest)
       select $1, $2, coalesce(max(number), 0) + 1, $3, '' from flow_versions where flow_id = $2 returning id`,
      [companyId, flowId, JSON.stringify(doc)],
    );
    await asOwner.query('update flows set live_version_id = $2 where id = $1', [flowId, version!.id]);
    modules.flowCatalog.invalidate(companyId);
    return version!.id;
  }
  /** Publishes a flow; returns its id. */
  async function publish(
    { companyId, connectionId }: Pick<Bot, 'companyId' | 'connectionId'>,
    doc: FlowDoc,
    links: Links = {},
  ) {
    const [flow] = await rowsOf<{ id: number }>(
      `insert into flows (company_id, name) values ($1, 'Fluxo ' || gen_random_uuid()) returning id`,
      [companyId],
    );
    const { id } = flow!;
    await addVersion(companyId, id, doc);
    if (links.phrase !== undefined)
      await asOwner.query(
        `insert into flow_phrases (company_id, name, phrase, mode, flow_id) values ($1, 'Frase', $2, $3, $4)`,
        [companyId, links.phrase, links.mode ?? 'equal', id],
      );
    for (const [isLinked, column] of [
      [links.isWelcome, 'welcome_flow_id'],
      [links.isOther, 'other_flow_id'],
    ] as const)
      if (isLinked) await asOwner.query(`update connections set ${column} = $1 where id = $2`, [id, connectionId]);
    modules.flowCatalog.invalidate(companyId);
    modules.connectionCache.invalidate(companyId);
    modules.db.invalidate(companyId);
    modules.botConfig.invalidate(companyId);
    return id;
  }
  return {
    ...service,
    publish,
    /** Publishes another version of a flow. */
    publishAgain: addVersion,
    runs: (ticketId: number) => rowsOf<RunRow>('select * from flow_runs where ticket_id = $1 order by id', [ticketId]),
    /** The path of a run: event, node and port. */
    path: async (runId: number) =>
      (
        await rowsOf<{ entry: string }>(
          `select event || ' ' || node || coalesce(' ' || port, '') as entry from flow_steps where run_id = $1 order by position`,
          [runId],
        )
      ).map(({ entry }) => entry),
    /** Lets time pass for the waits of all runs. */
    async pass(ms: number) {
      service.server.clock.pass(ms);
      await modules.flowTimers.sweep();
    },
  };
}
export type FlowServer = Awaited<ReturnType<typeof startFlowServer>>;
