// Given to `node -e`: what any server on these packages has to wait for before it can do anything at all.
void Promise.all([import('pg'), import('fastify'), import('drizzle-orm/node-postgres')]).then(
  async ([{ default: pg }]) => {
    const client = new pg.Client({ connectionString: process.env.APP_URL });
    await client.connect();
    console.log('connected');
    await client.end();
  },
);
