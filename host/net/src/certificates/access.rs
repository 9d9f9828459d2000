//! Who may ask whom for what, by the names in their certificates, as zenoh is told.
//!
//! What comes in is compared. Of what goes out, requests are: zenoh sends them to everybody who has just connected, until it knows what they
//! serve. Keys of requests end with who asks, and a shard compares that with the message, so that nobody speaks for another.

use serde_json::{Value, json};

use super::Role;

/// The rules of a process of this role.
pub(crate) fn access(role: Role, shards: u16, workers: u16) -> Value {
    let of_shards = (0..shards).map(Role::Shard);
    let of_ranks = (0..workers).map(Role::Rank);
    // Shards have nothing to do with one another.
    let known: Vec<Role> = match role {
        Role::Shard(_) => of_ranks.chain([Role::Operator]).collect(),
        Role::Rank(_) => of_shards.chain(of_ranks).collect(),
        Role::Operator => of_shards.collect(),
    };
    let mut rules = vec![json!({
        "id": "known", "permission": "allow", "flows": ["egress"], "key_exprs": ["**"],
        "messages": SAID_TO_ALL,
    })];
    let (mut subjects, mut policies) = (Vec::new(), Vec::new());
    for other in known {
        let id = other.to_string();
        let mut own = vec!["known".to_owned()];
        let mut allow = |flow: &str, messages: &[&str], keys: Vec<String>| {
            let rule = format!("{id}/{}", own.len());
            rules.push(json!({
                "id": rule, "permission": "allow", "flows": [flow], "key_exprs": keys, "messages": messages,
            }));
            own.push(rule);
        };
        if let Some(keys) = served(other) {
            allow("egress", &["query"], keys.to_vec());
            allow("ingress", &["declare_queryable", "reply"], keys.to_vec());
        }
        for (messages, keys) in says(other) {
            allow("ingress", messages, keys);
        }
        subjects.push(json!({ "id": id, "cert_common_names": [id] }));
        policies.push(json!({ "rules": own, "subjects": [id] }));
    }
    json!({ "enabled": true, "default_permission": "deny", "rules": rules, "subjects": subjects, "policies": policies })
}

const SAID_TO_ALL: [&str; 5] =
    ["reply", "declare_queryable", "liveliness_token", "liveliness_query", "declare_liveliness_subscriber"];

/// The keys at which a process of this role is asked.
fn served(role: Role) -> Option<[String; 2]> {
    match role {
        Role::Shard(shard) => Some([format!("emberlane/ps/{shard}/hello/*"), format!("emberlane/*/ps/{shard}/*/*")]),
        Role::Rank(rank) => Some([format!("emberlane/rank/{rank}/meet/*"), format!("emberlane/*/rank/{rank}/*/*")]),
        Role::Operator => None,
    }
}

/// What a process of this role may say besides, and about which keys.
fn says(role: Role) -> Vec<(&'static [&'static str], Vec<String>)> {
    let looks: (&'static [&'static str], _) =
        (&["liveliness_query", "declare_liveliness_subscriber"], vec!["emberlane/*/alive/**".to_owned()]);
    let status = "emberlane/ps/*/hello/anybody".to_owned();
    match role {
        Role::Shard(shard) => {
            vec![(&["liveliness_token"], vec![format!("emberlane/*/alive/shard/{shard}/*")]), looks]
        }
        Role::Rank(rank) => vec![
            (
                &["query"],
                vec![
                    format!("emberlane/ps/*/hello/{rank}"),
                    format!("emberlane/*/ps/*/*/{rank}"),
                    format!("emberlane/rank/*/meet/{rank}"),
                    format!("emberlane/*/rank/*/*/{rank}"),
                    status,
                ],
            ),
            (&["liveliness_token"], vec![format!("emberlane/*/alive/rank/{rank}/*")]),
            looks,
        ],
        Role::Operator => vec![(&["query"], vec![status]), looks],
    }
}
