import { Client } from 'pg'

/**
 * Writes a school's study answers straight into the tables: students who have answered the cards of the library
 * over the last year.
 */
export async function seedAnswers(databaseUrl: string, amount: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const students = 200
  await client.query(
    `insert into students (id, phone, name, theme_id, study_config, agreed_at, created_at)
     select gen_random_uuid(), '150' || lpad(n::text, 8, '0'), '同学' || n, s.theme_id, s.study_config, now(), now()
     from generate_series(1, $1::integer) as n, (select theme_id, study_config from students limit 1) as s`,
    [students],
  )
  await client.query(
    `insert into study_answers (student_id, id, card_id, pack_id, session_id, device_id, rating, answered_at,
       device_answered_at, utc_offset_minutes, day, duration_ms, mode, retention, received_at)
     select s.id, gen_random_uuid(), c.id, c.pack_id, s.id, s.id, 3, t.at, '', 480, t.at::date, 4000, 'flip', 0.9, t.at
     from generate_series(1, $1::integer) as n
     cross join lateral (select now() - (n % 8760) * interval '1 hour' as at) as t
     join (select id, row_number() over (order by id) - 1 as number from students where phone like '150%') as s
       on s.number = n % $2::integer
     join (select id, pack_id, row_number() over (order by id) - 1 as number, count(*) over () as many from cards) as c
       on c.number = (n / $2::integer) % c.many`,
    [amount, students],
  )
  await client.query(
    `insert into card_states (student_id, card_id, pack_id, version, phase, due_at, stability, difficulty,
       learning_step, reps, lapses, scheduled_days, last_answered_at, introduced_on, ever_correct, xp)
     select student_id, card_id, min(pack_id::text)::uuid, row_number() over (partition by student_id order by card_id),
       'review', now() + interval '3 days', 10, 5, 0, count(*), 0, 10, max(answered_at), min(day), true, 10
     from study_answers where student_id in (select id from students where phone like '150%')
     group by student_id, card_id`,
  )
  await client.query(
    `insert into study_days (student_id, day, answers, new_cards, duration_ms, received)
     select student_id, day, count(*), 0, sum(duration_ms), count(*) from study_answers
     where student_id in (select id from students where phone like '150%') group by student_id, day`,
  )
  await client.end()
  await gatherStatistics(databaseUrl)
}

/** What autovacuum does within a minute. Without it the planner knows nothing of the tables, and plans faster. */
export async function gatherStatistics(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** A copy of a database that nothing is connected to. */
export async function copyDatabase(
  databaseUrl: string,
  name: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const administrate = async (statement: string): Promise<void> => {
    const url = new URL(databaseUrl)
    url.pathname = '/postgres'
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const url = new URL(databaseUrl)
  await administrate(`create database ${name} template ${url.pathname.slice(1)}`)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administrate(`drop database ${name} with (force)`) }
}
